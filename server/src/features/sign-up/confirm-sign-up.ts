import type { Kysely } from 'kysely';
import type { HttpExchange } from '#exchange';
import type { WithCookies } from '#features/console-auth';
import { placeOf, recordOperatorEvent } from '#features/operators';
import type { Tables } from '#store';
import type { SignUpDeps } from './request-sign-up.ts';
import { signUpConfig } from './require-sign-up.ts';
import { mailApproval } from './mail-approval.ts';
import { makeLink, requireLink, takeLink } from './sign-up-link.ts';
import { APPROVED_MS, takeOrganization, WAITING_MS } from './sign-up-limits.ts';
import { actorOf } from './sign-up-actor.ts';
import { dropSignUp, findJudged, lockEmail, updateSignUp, type StoredSignUp } from './store.ts';

/**
 * Puts the request of a verified address to the operators. A second one of the same person adds nothing to the first; who was approved
 * gets another link, since the first mail was lost.
 */
export async function confirmSignUp(
  deps: SignUpDeps,
  exchange: HttpExchange,
  { token }: { readonly token: string },
): Promise<WithCookies<{ type: 'done' }>> {
  const config = signUpConfig(deps, exchange.operation);
  const { email } = await requireLink(deps, exchange, token);
  const nowMs = deps.clock.nowMs();
  await deps.db.transaction().execute(async (trx) => {
    await lockEmail(trx, email);
    const signUp = await takeLink(deps, trx, { token, config, next: 'approval' });
    const judged = await findJudged(trx, email, nowMs);
    if (judged) {
      await dropSignUp(trx, signUp.id);
      return judged.status === 'approved' ? mailAgain(deps, trx, judged) : undefined;
    }
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

async function mailAgain(
  { clock, outbox }: SignUpDeps,
  trx: Kysely<Tables>,
  approved: StoredSignUp,
): Promise<void> {
  const nowMs = clock.nowMs();
  const { token, fingerprint } = makeLink();
  const expiresAtMs = nowMs + APPROVED_MS;
  await updateSignUp(trx, approved.id, { fingerprint, expires_at: expiresAtMs });
  await mailApproval(trx, outbox.seal, { ...approved, token, expiresAtMs }, nowMs);
}
