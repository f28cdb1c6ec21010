import type { Kysely, Updateable } from 'kysely';
import type { FileFailure } from '@svc/contract';
import type { Tables } from '#store';
import type { StoredFile } from './file-rows.ts';

/** A file as whoever processes it knows it. */
type ProcessedFile = Pick<StoredFile, 'id' | 'text_blob_key'>;

/** A file that waits to be prepared, whosever it is. Undefined when it was deleted, or prepared before. */
export async function findProcessing(db: Kysely<Tables>, id: string): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return row as StoredFile | undefined;
}

/** Names the blob that the text of a document will be in, in place of the one of an earlier attempt. */
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

/** False when the file was deleted, or another node took up its processing. */
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

/** Removes some files that have expired, those that other nodes are removing aside. */
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
