import type { Kysely } from 'kysely';
import type { Clock } from '#kit';
import { WorkspaceScope, type Tables } from '#store';
import { enqueueBlobRemoval } from './remove-blobs.ts';
import { dropUpload } from './store/uploads.ts';

export interface DiscardedUpload {
  readonly id: string;
  readonly blobKey: string;
}

/**
 * Releases the reservation of an upload and schedules the removal of its bytes, unless it became a file after all: if the database connection is lost
 * during the commit, the commit may have succeeded. The same applies to a bucket: bytes may be stored although the upload failed.
 */
export async function discardUpload(
  { db, clock }: { readonly db: Kysely<Tables>; readonly clock: Clock },
  { organizationId, workspaceId }: WorkspaceScope,
  { id, blobKey }: DiscardedUpload,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isFile = await dropUpload(new WorkspaceScope(trx, organizationId, workspaceId), id);
    if (!isFile) await enqueueBlobRemoval(trx, { organizationId, keys: [blobKey] }, clock.nowMs());
  });
}
