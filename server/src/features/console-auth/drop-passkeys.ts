import type { Kysely } from 'kysely';
import type { HttpExchange } from '#exchange';
import type { Tables } from '#store';
import { noteFactorChange } from './change-factor.ts';
import { deletePasskeys } from './store/passkeys.ts';

/** Deletes all passkeys of a person. One that an attacker added cannot be told from their own. */
export async function dropPasskeys(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  { userId, email }: { readonly userId: string; readonly email: string },
  nowMs: number,
): Promise<void> {
  for (const passkeyId of await deletePasskeys(trx, userId)) {
    await noteFactorChange(trx, exchange, { userId, email, change: 'passkey.removed', passkeyId }, nowMs);
  }
}
