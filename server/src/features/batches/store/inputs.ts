import type { Kysely, Selectable } from 'kysely';
import { hasOpenJob } from '#jobs';
import type { Tables } from '#store';

/** The input of a batch. Undefined: the file was deleted. */
export function findInput(
  db: Kysely<Tables>,
  fileId: string,
): Promise<Pick<Selectable<Tables['files']>, 'blob_key' | 'status'> | undefined> {
  return db.selectFrom('files').select(['blob_key', 'status']).where('id', '=', fileId).executeTakeFirst();
}

/** Batches that are `validating` without an open job of the kind. */
export function findUnattended(
  db: Kysely<Tables>,
  kind: string,
  most: number,
): Promise<Pick<Selectable<Tables['batches']>, 'id' | 'organization_id'>[]> {
  return db
    .selectFrom('batches')
    .select(['id', 'organization_id'])
    .where('status', '=', 'validating')
    .where(({ not }) => not(hasOpenJob(kind, 'batches.id')))
    .limit(most)
    .execute();
}
