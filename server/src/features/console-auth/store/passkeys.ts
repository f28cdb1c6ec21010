import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '#store';

export type StoredPasskey = Pick<Selectable<Tables['passkeys']>, 'id' | 'name' | 'created_at'>;

export function findPasskeys(db: Kysely<Tables>, userId: string): Promise<StoredPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** The passkey of an id that its device chose, and whose it is. */
export function findPasskeyByCredential(db: Kysely<Tables>, credentialId: string) {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.public_key', 'p.counter', 'p.user_id as userId', 'u.email'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** What authenticators are told not to make another passkey beside. */
export function findCredentials(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** False when there is a passkey with the id its device chose. */
export async function insertPasskey(
  db: Kysely<Tables>,
  passkey: Insertable<Tables['passkeys']>,
): Promise<boolean> {
  const inserted = db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing());
  return ((await inserted.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** False when the passkey is gone, or its count was as high before: another sign-in was first. Devices without a count say 0. */
export async function setCounter(db: Kysely<Tables>, id: string, counter: number): Promise<boolean> {
  const passkey = db.updateTable('passkeys').set({ counter }).where('id', '=', id);
  const raised = counter === 0 ? passkey : passkey.where('counter', '<', counter);
  return (await raised.executeTakeFirst()).numUpdatedRows > 0n;
}

/** False when the person has none with this id. */
export async function deletePasskey(db: Kysely<Tables>, userId: string, id: string): Promise<boolean> {
  const deleted = db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

/** The ids of those that were there. */
export async function deletePasskeys(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const deleted = db.deleteFrom('passkeys').where('user_id', '=', userId).returning('id');
  return (await deleted.execute()).map(({ id }) => id);
}
