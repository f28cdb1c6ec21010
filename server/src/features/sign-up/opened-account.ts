import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { EpochChange } from '#cluster';
import { setName, setPassword, claimUnverifiedAccount } from '#features/console-auth';
import { claimEmail, createUser, setUnverified, type Account } from '#features/organization';
import type { Tables } from '#store';

export interface OpenedAccount {
  readonly userId: string;
  /** Of organizations whose credentials changed on the way. */
  readonly epochs: readonly EpochChange[];
}

interface NewAccount {
  readonly email: string;
  readonly name: string;
  /** Of the password. */
  readonly hash: string;
}

/** Whether somebody has the account for good. An unverified one goes to whoever verifies its address. */
export function isTaken({ account, is_unproven: isUnverified }: Account): boolean {
  return !isUnverified || account === 'disabled';
}

/** The account of a person who has verified the address by a mailed link. Throws 409 where somebody has one. */
export async function openAccount(
  trx: Kysely<Tables>,
  { email, name, hash }: NewAccount,
  nowMs: number,
): Promise<OpenedAccount> {
  const account = await claimEmail(trx, email);
  if (account && isTaken(account))
    throw new ApiError('resource_conflict', {
      message: `An account for ${email} already exists. Sign in to it.`,
    });
  const userId = account?.id ?? (await createUser(trx, { email, name }, nowMs));
  const epochs = account ? await claimUnverifiedAccount(trx, { userId, email }, nowMs) : [];
  await setName(trx, userId, name);
  await setPassword(trx, userId, hash, nowMs);
  await setUnverified(trx, userId, false);
  return { userId, epochs };
}
