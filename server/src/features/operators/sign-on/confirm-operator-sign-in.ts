import { ApiError, type PendingOperatorSignIn } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import {
  authenticatorUri,
  findMatchingStep,
  withinAddressLimit,
  type WithCookies,
} from '#features/console-auth';
import { DONE, noteSignIn } from '../sign-in-operator.ts';
import { lockOperator, type StoredOperator } from '../store/operators.ts';
import { setFirstAuthenticator } from '../store/provided-operators.ts';
import type { OperatorSignOnDeps } from './operator-sign-on-deps.ts';
import { requirePending } from './pending-sign-in.ts';

/** Who is asked for a code, and the app to set up at the first sign-in. */
export async function readPendingSignIn(
  deps: OperatorSignOnDeps,
  exchange: HttpExchange,
): Promise<PendingOperatorSignIn> {
  const { operator, token } = await requirePending(deps, exchange);
  const { email, authenticator } = operator;
  const secret = deps.authenticators.secretOfLink(token);
  return {
    type: 'pending_operator_sign_in',
    email,
    authenticator_uri: authenticator ? null : authenticatorUri(secret, `${email} (operator)`),
  };
}

/** Takes the code, or the first one of the app that it sets up, and signs the operator in. */
export function confirmOperatorSignIn(
  deps: OperatorSignOnDeps,
  exchange: HttpExchange,
  { code }: { readonly code: string },
): Promise<WithCookies<typeof DONE>> {
  return withinAddressLimit(deps, exchange, async () => {
    const { operator, token } = await requirePending(deps, exchange);
    const isRight = operator.authenticator
      ? await deps.authenticators.takeCode(deps, operator, code)
      : await setUpApp(deps, operator, { token, code });
    if (!isRight) {
      await noteSignIn(deps, exchange, operator, 'session.failed');
      throw new ApiError('code_rejected', {
        message: 'The code is wrong or was used before. Wait for the next one.',
      });
    }
    const session = await begin(deps, exchange, operator);
    return { body: DONE, cookies: [session, deps.signInCookies.clear('operator_sign_in')] };
  });
}

async function setUpApp(
  { authenticators, clock, db }: OperatorSignOnDeps,
  { id }: StoredOperator,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<boolean> {
  const secret = authenticators.secretOfLink(token);
  const step = findMatchingStep(secret, code, clock.nowMs());
  if (step === undefined) return false;
  return setFirstAuthenticator(db, id, { authenticator: authenticators.seal(id, secret), step });
}

function begin(
  deps: OperatorSignOnDeps,
  exchange: HttpExchange,
  { id, issuer }: StoredOperator,
): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    // They may have been removed since the code was checked.
    const operator = await lockOperator(trx, id);
    if (!operator) throw new ApiError('sign_in_expired');
    await noteSignIn({ ...deps, db: trx }, exchange, operator, 'session.signed_in');
    return deps.operatorSessions.start(trx, id, issuer);
  });
}
