import { ApiError, type Workspace } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { countActiveWorkspaces, setWorkspace } from './store/administered-workspaces.ts';
import type { WorkspaceRules } from './workspace-settings.ts';
import { readWorkspace, requireWorkspace } from './workspaces.ts';

/** Told of a workspace that is being archived, within the same change. */
export type WorkspaceArchived = (change: MutationContext, workspaceId: string) => Promise<void>;

/** Every key of the workspace stops; its data and its name stay (platform contract §3.2). Twice is once (D-WORK-4). */
export async function archiveWorkspace(
  change: MutationContext,
  id: string,
  archived: WorkspaceArchived,
): Promise<Workspace> {
  const workspace = await requireWorkspace(change.scope, id);
  if (workspace.is_default) throw new ApiError('default_workspace');
  if (workspace.archived_at === null) {
    await setArchived(change, id, change.nowMs);
    await archived(change, id);
  }
  return readWorkspace(change.scope, id);
}

/** Makes a workspace active again, as long as there are not too many. */
export async function unarchiveWorkspace(
  change: MutationContext,
  id: string,
  { mostActive }: WorkspaceRules,
): Promise<Workspace> {
  const { scope } = change;
  const workspace = await requireWorkspace(scope, id);
  if (workspace.archived_at !== null) {
    if ((await countActiveWorkspaces(scope)) >= mostActive) throw new ApiError('workspace_limit_reached');
    await setArchived(change, id, null);
  }
  return readWorkspace(scope, id);
}

async function setArchived(change: MutationContext, id: string, archivedAtMs: number | null): Promise<void> {
  await setWorkspace(change.scope, id, { archived_at: archivedAtMs });
  const event = archivedAtMs === null ? 'workspace.unarchived' : 'workspace.archived';
  await auditChange(change, { event, resource: { type: 'workspace', id }, workspaceId: id });
  change.touchesCredentials = true;
}
