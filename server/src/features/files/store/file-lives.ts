import type { Kysely } from 'kysely';
import type { FileFailure } from '@svc/contract';
import type { Tables } from '#store';
import type { StoredFile } from './file-rows.ts';

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

/** `failure` undefined: it is ready. */
export async function endProcessing(
  db: Kysely<Tables>,
  id: string,
  failure: FileFailure | undefined,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ status: failure === undefined ? 'ready' : 'failed', status_detail: failure ?? null })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute();
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
