import { ApiError } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import type { WorkspaceScope } from '#store';
import { enqueueBlobRemoval } from './remove-blobs.ts';
import { requireFile } from './read-files.ts';
import { blobKeysOf, deleteFileRow, isBeingRead } from './store/file-rows.ts';

/** Deletes a file for the caller, without an event (D-FILE-1). Its bytes are removed after the commit. */
export async function deleteFile(
  change: MutationContext,
  scope: WorkspaceScope,
  id: string,
): Promise<object> {
  const file = await requireFile(scope, id, change.nowMs, { lock: true });
  if (await isBeingRead(scope, id))
    throw new ApiError('resource_conflict', {
      message: 'A batch is reading the file. Wait until the batch is no longer validating, or cancel it.',
    });
  await deleteFileRow(scope, id);
  await enqueueBlobRemoval(
    scope.db,
    { organizationId: scope.organizationId, keys: blobKeysOf(file) },
    change.nowMs,
  );
  // Deletions of programs are traffic, like their model calls, and are not audited.
  if (change.source.actor.type === 'user') {
    const { workspaceId } = scope;
    await auditChange(change, { event: 'file.deleted', resource: { type: 'file', id }, workspaceId });
  }
  return { id, object: 'file', deleted: true };
}
