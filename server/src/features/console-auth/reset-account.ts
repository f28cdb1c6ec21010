import type { Kysely } from 'kysely';
import { DAY_MS, OperatorError } from '#kit';
import type { Tables } from '#store';
import { forgetSignIn } from './forget-sign-in.ts';
import { makeReset } from './reset-password.ts';
import type { SignInReset } from './reset-sign-in.ts';
import { findEnabled } from './store/resets.ts';

/** No person who may sign in has this email. The message is for the operator. */
class UnknownAccount extends OperatorError {
  constructor(email: string) {
    super(`no enabled account has the email "${email}"`);
    this.name = 'UnknownAccount';
  }
}

/** Makes a person choose a new password. Name, email and roles stay. */
export async function resetAccount(trx: Kysely<Tables>, email: string, nowMs: number): Promise<SignInReset> {
  const user = await findEnabled(trx, email.toLowerCase());
  if (!user) throw new UnknownAccount(email);
  const epochs = await forgetSignIn(trx, { userId: user.id, email: user.email }, 'account.reset', nowMs);
  const expiresAtMs = nowMs + DAY_MS;
  const token = await makeReset(trx, { userId: user.id, expiresAtMs, by: 'operator' }, nowMs);
  return { email: user.email, token, page: '/console/reset-password', expiresAtMs, epochs };
}
