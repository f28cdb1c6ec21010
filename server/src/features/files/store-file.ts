import type { Kysely } from 'kysely';
import { newBlobKey, type BlobStore } from '#blobs';
import { ID_PREFIXES, type FilePurpose, type FileSource } from '@svc/contract';
import { newId, type Clock } from '#kit';
import { WorkspaceScope, type Tables } from '#store';
import { discardUpload } from './discard-upload.ts';
import { finishUpload, insertUpload } from './store/uploads.ts';
import type { UploadLeases } from './upload-leases.ts';

export interface StoreFileDeps {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly uploadLeases: UploadLeases;
}

/** A file that the service itself creates. */
export interface MadeFile {
  readonly filename: string;
  readonly purpose: FilePurpose;
  readonly source: FileSource;
  readonly mimeType: string;
}

/** A file whose bytes are stored. It is not visible until `finish`. */
export interface UnfinishedFile {
  readonly id: string;
  /** Completes the file in the caller's transaction. False: its lease has ended, and it was removed. */
  finish(
    trx: Kysely<Tables>,
    times: { readonly nowMs: number; readonly expiresAtMs: number },
  ): Promise<boolean>;
  /** Removes the stored bytes. */
  drop(): Promise<void>;
  /** To be called after the transaction of `finish` has committed. */
  keep(): void;
}

/** Stores a file that the service creates for a workspace. It counts towards the quota, but is never refused because of it (D-FILE-6). */
export async function storeFile(
  { blobs, clock, uploadLeases: leases }: StoreFileDeps,
  scope: WorkspaceScope,
  { filename, purpose, source, mimeType }: MadeFile,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<UnfinishedFile> {
  const nowMs = clock.nowMs();
  const [id, blobKey] = [newId(ID_PREFIXES.file, nowMs), newBlobKey(nowMs)];
  const keep = (): void => leases.delete(id);
  const drop = async (): Promise<void> => {
    keep();
    await discardUpload({ db: scope.db, clock }, scope, { id, blobKey });
  };
  const times = { created_at: nowMs, expires_at: nowMs, lease_ends_at: leases.endsAtMs() };
  await insertUpload(scope, { id, filename, blob_key: blobKey, bytes: 0, purpose, source, ...times });
  const lost = leases.add(id);
  try {
    const { sizeBytes } = await blobs.put(blobKey, `workspace:${scope.workspaceId}`, content, {
      signal: AbortSignal.any([signal, lost]),
    });
    const finish: UnfinishedFile['finish'] = (trx, { nowMs: createdAtMs, expiresAtMs }) =>
      finishUpload(
        new WorkspaceScope(trx, scope.organizationId, scope.workspaceId),
        id,
        { purpose, mime_type: mimeType, bytes: sizeBytes, created_at: createdAtMs, expires_at: expiresAtMs },
        'ready',
      );
    return { id, finish, keep, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
