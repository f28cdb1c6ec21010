import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/**
 * First in a transaction that gives a person a session, a challenge or a passkey. What proved them is looked at again behind it: a reset
 * or a new password that was first is seen then, and one that comes later sees what this transaction made.
 */
export async function lockForSignIn(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
}

/** First in a transaction that takes away what signs a person in, or is signed in. */
export async function lockForChange(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
