import { ApiError, type OperatorLink, type OperatorSetup } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import {
  authenticatorUri,
  findMatchingStep,
  hashPassword,
  inTurnOfNetwork,
  requireStrongPassword,
  withinAddressLimit,
  type WithCookies,
} from '#features/console-auth';
import { fingerprint, fingerprintBytes, toTimestamp } from '#kit';
import { placeOf, recordOperatorEvent } from './operator-events.ts';
import { DONE, type OperatorSignInDeps } from './sign-in-operator.ts';
import { consumeLink, findLink } from './store/links.ts';
import { setSignIn } from './store/operators.ts';

/** What the link is for, and the app to set up with it. */
export async function readOperatorLink(
  deps: OperatorSignInDeps,
  exchange: HttpExchange,
  token: string,
): Promise<OperatorLink> {
  const link = await requireLink(deps, exchange, token);
  return {
    type: 'operator_link',
    email: link.email,
    role: link.role,
    authenticator_uri: authenticatorUri(deps.authenticators.secretOfLink(token), `${link.email} (operator)`),
    expires_at: toTimestamp(link.expires_at),
  };
}

/** Uses the link, which works once, and signs the operator in. The first code proves that the app was set up. */
export async function setUpOperator(
  deps: OperatorSignInDeps,
  exchange: HttpExchange,
  { token, name, password, code }: OperatorSetup,
): Promise<WithCookies<typeof DONE>> {
  const { db, clock, authenticators, operatorSessions } = deps;
  const { id, email, role } = await requireLink(deps, exchange, token);
  const secret = authenticators.secretOfLink(token);
  const step = findMatchingStep(secret, code, clock.nowMs());
  if (step === undefined) throw new ApiError('second_factor_rejected', { param: 'code' });
  await requireStrongPassword(password, { email, name });
  const hash = await inTurnOfNetwork(deps, exchange, () => hashPassword(password));
  const cookie = await db.transaction().execute(async (trx) => {
    const authenticator = authenticators.seal(id, secret);
    // Before the link: a reset locks the operator and then takes the link away, and each would wait for the other.
    await setSignIn(trx, id, { name, password: hash, authenticator, step });
    if (!(await consumeLink(trx, digest(token)))) throw new ApiError('link_invalid');
    const actor = { type: 'operator', id, name: email, role } as const;
    const about = { event: 'operator.set_up', actor, resource: { type: 'operator', id } };
    await recordOperatorEvent(trx, { ...about, ...placeOf(exchange) }, clock.nowMs());
    return operatorSessions.start(trx, id, null);
  });
  return { body: DONE, cookies: [cookie] };
}

function requireLink(deps: OperatorSignInDeps, exchange: HttpExchange, token: string) {
  return withinAddressLimit(deps, exchange, async () => {
    const link = await findLink(deps.db, digest(token), deps.clock.nowMs());
    if (!link) throw new ApiError('link_invalid');
    return link;
  });
}

function digest(token: string): Buffer {
  return fingerprintBytes(fingerprint(token));
}
