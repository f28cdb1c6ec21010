import { ApiError } from '@svc/contract';
import type { SignedInExchange } from '#exchange';
import { withinPasswordLimit } from './attempts.ts';
import { callBetterAuth, AUTHENTICATED_CALL } from './call-better-auth.ts';
import { changeByBetterAuth, noteFactorChange } from './change-factor.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import type { SignInDeps } from './sign-in.ts';

export interface Proof {
  readonly password: string;
  /** Of the authenticator app, or a recovery code. Required if the person has set up the app. */
  readonly code?: string | undefined;
}

/**
 * Makes the signed-in person prove their identity again, before a change of a factor: a stolen session alone must not become
 * lasting access, and a password alone must not bypass the second factor. Each request of such a
 * change brings its own proof. Throws 403 `password_rejected`, `second_factor_rejected`, 429 `too_many_attempts`. Never within a
 * transaction.
 */
export async function proveAgain(
  deps: SignInDeps,
  exchange: SignedInExchange,
  { password, code }: Proof,
): Promise<void> {
  const { person } = exchange;
  await withinPasswordLimit(deps, exchange, () =>
    callBetterAuth(exchange, AUTHENTICATED_CALL, (request) =>
      deps.betterAuth.api.verifyPassword({ ...request, body: { password } }),
    ),
  );
  if (!person.hasSecondFactor) return;
  // Behind the password: a code that was taken cannot be sent again.
  if (code === undefined) throw new ApiError('second_factor_rejected', { param: 'code' });
  if (code.includes('-')) await spendRecoveryCode(deps, exchange, code);
  else await confirmSecondFactor(deps, person, code);
}

async function spendRecoveryCode(deps: SignInDeps, exchange: SignedInExchange, code: string): Promise<void> {
  const { betterAuth, clock } = deps;
  const body = { code, disableSession: true };
  await changeByBetterAuth(
    deps,
    () =>
      callBetterAuth(exchange, AUTHENTICATED_CALL, (request) =>
        betterAuth.api.verifyBackupCode({ ...request, body }),
      ),
    (trx) =>
      noteFactorChange(trx, exchange, { ...exchange.person, change: 'recovery_code.used' }, clock.nowMs()),
  );
}
