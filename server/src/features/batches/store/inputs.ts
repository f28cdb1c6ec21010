import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#store';

/** The input of a batch. Undefined: the file was deleted. */
export function findInput(
  db: Kysely<Tables>,
  fileId: string,
): Promise<Pick<Selectable<Tables['files']>, 'blob_key' | 'status'> | undefined> {
  return db.selectFrom('files').select(['blob_key', 'status']).where('id', '=', fileId).executeTakeFirst();
}

/** Batches that are `validating` without an open job of the kind. */
export async function findUnattended(db: Kysely<Tables>, kind: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('status', '=', 'validating')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.key', '=', 'batches.id')
            .where('kind', '=', kind)
            .where('failed_at', 'is', null),
        ),
      ),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
