import type { Kysely } from 'kysely';
import type { HttpExchange } from '#exchange';
import type { Tables } from '#store';
import { noteFactorChange } from './change-factor.ts';
import { deletePasskeys } from './store/passkeys.ts';

/** Takes all passkeys of a person away. One that somebody else made is not known from their own. */
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
