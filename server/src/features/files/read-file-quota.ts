import type { FileQuota, LimitValues } from '@svc/contract';
import { requireWorkspace } from '#features/workspaces';
import { WorkspaceScope, type OrganizationScope } from '#store';
import { countStorageUse } from './store/uploads.ts';

/** The quota and use that limit uploads (D-FILE-6). Throws 404 `workspace_not_found`. */
export async function readFileQuota(
  scope: OrganizationScope,
  workspaceId: string,
  limits: LimitValues,
  nowMs: number,
): Promise<FileQuota> {
  const workspace = await requireWorkspace(scope, workspaceId);
  const { db, organizationId } = scope;
  const { files, bytes } = await countStorageUse(new WorkspaceScope(db, organizationId, workspace.id), nowMs);
  return {
    type: 'file_quota',
    workspace_id: workspace.id,
    files,
    files_limit: limits.workspace_files,
    bytes,
    bytes_limit: limits.workspace_storage_bytes,
  };
}
