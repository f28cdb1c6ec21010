import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#store';

/** The input of a batch. Undefined: the file was deleted. */
export function findInput(
  db: Kysely<Tables>,
  fileId: string,
): Promise<Pick<Selectable<Tables['files']>, 'blob_key' | 'status'> | undefined> {
  return db.selectFrom('files').select(['blob_key', 'status']).where('id', '=', fileId).executeTakeFirst();
}
