import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#store';

export type StoredPasskey = Pick<Selectable<Tables['passkeys']>, 'id' | 'name' | 'created_at'>;

export function findPasskeys(db: Kysely<Tables>, userId: string): Promise<StoredPasskey[]> {
  return db.selectFrom('passkeys').select(['id', 'name', 'created_at']).where('user_id', '=', userId).orderBy('id').execute();
}

/** False when the person has none with this id. */
export async function deletePasskey(db: Kysely<Tables>, userId: string, id: string): Promise<boolean> {
  const deleted = db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}
