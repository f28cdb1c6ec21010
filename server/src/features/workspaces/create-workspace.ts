import { ApiError, type Workspace, type WorkspaceCreation } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { countActiveWorkspaces, isNameTaken, setWorkspace } from './store/administered-workspaces.ts';
import { insertWorkspace } from './store/workspaces.ts';
import { acceptSettings, setWorkspaceCap, type WorkspaceRules } from './workspace-settings.ts';
import { readWorkspace } from './workspaces.ts';

/** Creates a workspace (platform contract §4.3). Changes of one organization wait for each other, so nothing is counted twice. */
export async function createWorkspace(
  change: MutationContext,
  creation: WorkspaceCreation,
  rules: WorkspaceRules,
): Promise<Workspace> {
  const { scope, nowMs } = change;
  const { name, allowed_ips: allowedIps, ...settings } = acceptSettings(creation, rules);
  if (await isNameTaken(scope, name)) throw new ApiError('name_taken', { param: 'name' });
  if ((await countActiveWorkspaces(scope)) >= rules.mostActive) throw new ApiError('workspace_limit_reached');
  const created = { organizationId: scope.organizationId, name, allowedIps: allowedIps ?? [] };
  const id = await insertWorkspace(scope.db, created, nowMs);
  if (Object.values(settings).some((value) => value !== undefined)) await setWorkspace(scope, id, settings);
  await setWorkspaceCap(change, id, creation.spend_limit_usd);
  await auditChange(change, {
    event: 'workspace.created',
    resource: { type: 'workspace', id },
    workspaceId: id,
  });
  return readWorkspace(scope, id);
}
