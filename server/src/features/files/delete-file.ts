import { auditChange, type Change } from '#features/audit';
import type { WorkspaceScope } from '#store';
import { enqueueBlobRemoval } from './remove-blobs.ts';
import { requireFile } from './read-files.ts';
import { blobKeysOf, deleteFileRow } from './store/file-rows.ts';

/** Deletes a file at the caller's wish, of which no event tells (D-FILE-1). Its bytes follow when the deletion is certain. */
export async function deleteFile(change: Change, scope: WorkspaceScope, id: string): Promise<object> {
  const file = await requireFile(scope, id, change.nowMs, { lock: true });
  await deleteFileRow(scope, id);
  await enqueueBlobRemoval(scope.db, blobKeysOf(file), change.nowMs);
  // What programs do with files is traffic, as their model calls are.
  if (change.source.actor.type === 'user') {
    const { workspaceId } = scope;
    await auditChange(change, { event: 'file.deleted', resource: { type: 'file', id }, workspaceId });
  }
  return { id, object: 'file', deleted: true };
}
