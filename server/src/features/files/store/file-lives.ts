import type { Kysely, Updateable } from 'kysely';
import type { FileFailure } from '@svc/contract';
import type { Tables } from '#store';
import type { StoredFile } from './file-rows.ts';

/** A file for processing. */
type ProcessedFile = Pick<StoredFile, 'id' | 'text_blob_key'>;

/** A `processing` file of any workspace. Undefined if it was deleted or already processed. */
export async function findProcessing(db: Kysely<Tables>, id: string): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return row as StoredFile | undefined;
}

/** Sets the blob for the text of a document, replacing that of an earlier attempt. */
export function nameTextBlob(db: Kysely<Tables>, file: ProcessedFile, key: string): Promise<boolean> {
  return updateProcessing(db, file, { text_blob_key: key });
}

/** `failure` undefined: it is ready. */
export function endProcessing(
  db: Kysely<Tables>,
  file: ProcessedFile,
  failure: FileFailure | undefined,
): Promise<boolean> {
  return updateProcessing(db, file, {
    status: failure === undefined ? 'ready' : 'failed',
    status_detail: failure ?? null,
  });
}

/** False if the file was deleted, or another node claimed its processing. */
async function updateProcessing(
  db: Kysely<Tables>,
  { id, text_blob_key: textKey }: ProcessedFile,
  set: Updateable<Tables['files']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set(set)
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('text_blob_key', 'is not distinct from', textKey)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes some expired files, except those that other nodes are removing. */
export async function takeExpiredFiles(
  trx: Kysely<Tables>,
  nowMs: number,
  most: number,
): Promise<StoredFile[]> {
  const expired = trx
    .selectFrom('files')
    .select('id')
    .where('status', '<>', 'uploading')
    .where('expires_at', '<=', nowMs)
    .orderBy('expires_at')
    .limit(most)
    .forUpdate()
    .skipLocked();
  const rows = await trx.deleteFrom('files').where('id', 'in', expired).returningAll().execute();
  return rows as StoredFile[];
}
