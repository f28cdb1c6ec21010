import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import { setUnverified } from '#features/organization';
import type { Tables } from '#store';
import { forgetSignIn } from './forget-sign-in.ts';
import { hashPassword, setPassword } from './passwords.ts';

/**
 * Assigns an account with an unverified address to its rightful owner. All existing sign-ins end; if a password is given, it becomes
 * the account's. The caller announces the epochs.
 */
export async function claimUnverifiedAccount(
  trx: Kysely<Tables>,
  {
    userId,
    email,
    password,
  }: { readonly userId: string; readonly email: string; readonly password?: string | undefined },
  nowMs: number,
): Promise<readonly EpochChange[]> {
  const epochs = await forgetSignIn(trx, { userId, email }, 'account.claimed', nowMs);
  if (password !== undefined) await setPassword(trx, userId, await hashPassword(password), nowMs);
  await setUnverified(trx, userId, false);
  return epochs;
}
