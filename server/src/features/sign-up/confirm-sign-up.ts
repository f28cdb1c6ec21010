import type { HttpExchange } from '#exchange';
import type { Answered } from '#features/console-auth';
import { placeOf, recordOperatorEvent } from '#features/operators';
import type { SignUpDeps } from './request-sign-up.ts';
import { signUpConfig } from './require-sign-up.ts';
import { requireLink, takeLink } from './sign-up-link.ts';
import { takeOrganization, WAITING_MS } from './sign-up-limits.ts';
import { actorOf } from './sign-up-actor.ts';
import { dropSignUp, isJudged, lockEmail, updateSignUp } from './store.ts';

/** Puts the request of a verified address to the operators. A second one of the same person adds nothing to the first. */
export async function confirmSignUp(
  deps: SignUpDeps,
  exchange: HttpExchange,
  { token }: { readonly token: string },
): Promise<Answered<{ type: 'done' }>> {
  const config = signUpConfig(deps, exchange.operation);
  const { email } = await requireLink(deps, exchange, token);
  const nowMs = deps.clock.nowMs();
  await deps.db.transaction().execute(async (trx) => {
    await lockEmail(trx, email);
    const signUp = await takeLink(deps, trx, { token, config, next: 'approval' });
    if (await isJudged(trx, email)) return dropSignUp(trx, signUp.id);
    await takeOrganization({ ...deps, db: trx }, config, email);
    await updateSignUp(trx, signUp.id, {
      status: 'waiting',
      fingerprint: null,
      expires_at: nowMs + WAITING_MS,
    });
    const resource = { type: 'sign_up', id: signUp.id };
    const event = { event: 'sign_up.requested', actor: actorOf(signUp), resource };
    return recordOperatorEvent(trx, { ...event, ...placeOf(exchange) }, nowMs);
  });
  return { body: { type: 'done' }, cookies: [] };
}
