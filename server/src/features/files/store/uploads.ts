import { sql, type Insertable, type Kysely } from 'kysely';
import { isLapsed, type LapseBounds, type LeaseKind } from '#leases';
import { toPreciseTimestamp, type Tables, type WorkspaceScope } from '#store';
import type { BlobKeys } from './file-rows.ts';

export const UPLOAD_LEASES = {
  table: 'files',
  leaseMs: 90_000,
  renewMs: 20_000,
} as const satisfies LeaseKind;

type NewUpload = Pick<
  Insertable<Tables['files']>,
  'id' | 'filename' | 'purpose' | 'blob_key' | 'created_at' | 'expires_at' | 'lease_ends_at' | 'bytes'
> &
  Partial<Pick<Insertable<Tables['files']>, 'source'>>;

/** The storage use of a workspace. An upload counts with its reservation while its lease lasts. */
export interface StorageUse {
  readonly files: number;
  /** Of these files, those that are still being received. */
  readonly uploads: number;
  readonly bytes: number;
}

/** Locks the uploads of the workspace until the transaction ends, and returns its use without the given file. */
export async function lockStorageUse(
  scope: WorkspaceScope,
  nowMs: number,
  exceptId: string,
): Promise<StorageUse> {
  const { db, workspaceId } = scope;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${workspaceId}`}, 0))`.execute(db);
  return countStorageUse(scope, nowMs, exceptId);
}

export async function countStorageUse(
  { db, workspaceId }: WorkspaceScope,
  nowMs: number,
  exceptId = '',
): Promise<StorageUse> {
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  const { files, uploads, bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.countAll<number>().filterWhere('status', '=', 'uploading').as('uploads'),
      fn.sum<string | null>('bytes').as('bytes'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '<>', exceptId)
    .where((eb) => eb.or([eb('status', '<>', 'uploading'), eb('lease_ends_at', '>', now as never)]))
    .executeTakeFirstOrThrow();
  return { files, uploads, bytes: Number(bytes ?? 0) };
}

export async function insertUpload(scope: WorkspaceScope, upload: NewUpload): Promise<void> {
  await scope.db
    .insertInto('files')
    .values({
      source: 'upload',
      ...upload,
      organization_id: scope.organizationId,
      workspace_id: scope.workspaceId,
      mime_type: 'application/octet-stream',
      status: 'uploading',
      status_detail: null,
    })
    .execute();
}

export async function reserveBytes(scope: WorkspaceScope, id: string, bytes: number): Promise<boolean> {
  return updateUpload(scope, id, { bytes });
}

/** Completes an upload: from here on the file is visible. False if its lease had ended and the row was removed. */
export async function finishUpload(
  scope: WorkspaceScope,
  id: string,
  file: Pick<Insertable<Tables['files']>, 'purpose' | 'mime_type' | 'bytes' | 'created_at' | 'expires_at'>,
  status: 'processing' | 'ready' = 'processing',
): Promise<boolean> {
  return updateUpload(scope, id, { ...file, status, lease_ends_at: null });
}

/** Resolves with whether the upload has become a file. */
export async function dropUpload({ db, workspaceId }: WorkspaceScope, id: string): Promise<boolean> {
  await db
    .deleteFrom('files')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .execute();
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return file !== undefined;
}

/** Renews the leases of all uploads that this process receives. Returns those that were not removed meanwhile. */
export async function renewLeases(
  db: Kysely<Tables>,
  ids: readonly string[],
  leaseEndsAtMs: number,
): Promise<string[]> {
  const rows = await db
    .updateTable('files')
    .set({ lease_ends_at: leaseEndsAtMs })
    .where('id', 'in', ids)
    .where('status', '=', 'uploading')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes aborted uploads. Returns the keys of the blobs that they may have stored. */
export function dropLapsedUploads(db: Kysely<Tables>, lapse: LapseBounds): Promise<BlobKeys[]> {
  return db
    .deleteFrom('files')
    .where('status', '=', 'uploading')
    .where(isLapsed(UPLOAD_LEASES, lapse))
    .returning(['organization_id', 'blob_key', 'text_blob_key'])
    .execute();
}

async function updateUpload(
  { db, workspaceId }: WorkspaceScope,
  id: string,
  set: Partial<Insertable<Tables['files']>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
