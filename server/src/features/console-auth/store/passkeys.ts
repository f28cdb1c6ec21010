import type { Kysely, Selectable } from 'kysely';
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

export async function hasPasskey(db: Kysely<Tables>, credentialId: string): Promise<boolean> {
  const found = db.selectFrom('passkeys').select('id').where('credential_id', '=', credentialId);
  return (await found.executeTakeFirst()) !== undefined;
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
