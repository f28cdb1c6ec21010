import { ApiError } from '@svc/contract';
import type { SignedInExchange } from '#exchange';
import { takeAccountAttempt, withinPasswordLimit, type PasswordParts } from './attempts.ts';
import type { CodeDeps } from './authenticator-code.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { isPassword } from './passwords.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { findPassword } from './store/passwords.ts';

export interface Proof {
  readonly password: string;
  /** Of the authenticator app, or a recovery code. Required if the person has set up the app. */
  readonly code?: string | undefined;
}

type ProofDeps = PasswordParts & CodeDeps;

/**
 * Makes the signed-in person prove their identity again, before a change of a factor: a stolen session alone must not become
 * lasting access, and a password alone must not bypass the second factor. Each request of such a
 * change brings its own proof. Throws 403 `password_rejected`, `second_factor_rejected`, 429 `too_many_attempts`. Never within a
 * transaction.
 */
export async function proveAgain(
  deps: ProofDeps,
  exchange: SignedInExchange,
  { password, code }: Proof,
): Promise<void> {
  await provePassword(deps, exchange, password);
  if (!exchange.person.hasSecondFactor) return;
  // Behind the password: a code that was taken cannot be sent again.
  if (code === undefined) throw new ApiError('second_factor_rejected', { param: 'code' });
  if (code.includes('-')) await proveByRecoveryCode(deps, exchange, code);
  else await confirmSecondFactor(deps, exchange.person, code);
}

/** The password alone. Throws 403 `password_rejected`, 429 `too_many_attempts`. */
export async function provePassword(
  deps: PasswordParts,
  exchange: SignedInExchange,
  password: string,
): Promise<void> {
  await withinPasswordLimit(deps, exchange, async () => {
    if (!(await isPassword(await findPassword(deps.db, exchange.person.userId), password)))
      throw new ApiError('password_rejected');
  });
}

async function proveByRecoveryCode(deps: ProofDeps, exchange: SignedInExchange, code: string): Promise<void> {
  const { userId, sessionId } = exchange.person;
  const from = { kind: 'session', id: sessionId } as const;
  await takeAccountAttempt(deps, { what: 'code', account: userId, from });
  if (!(await spendRecoveryCode(deps, exchange, exchange.person, code)))
    throw new ApiError('second_factor_rejected');
}
