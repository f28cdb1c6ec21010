import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import { setUnproven } from '#features/organization';
import type { Tables } from '#store';
import { forgetSignIn } from './forget-sign-in.ts';
import { hashPassword, setPassword } from './passwords.ts';

/**
 * Gives an account whose address nobody has proved to whom the operator means by that address: whatever signed in whoever made it
 * stops, and the person begins with the operator's password, where there is one. The caller announces the epochs.
 */
export async function vouchForAccount(
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
  await setUnproven(trx, userId, false);
  return epochs;
}
