import { ApiError, type LimitValues } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import {
  Created,
  isRestricted,
  type AdministrationHandlers,
  type ConsoleHandlers,
  type HoldsContent,
  type Module,
} from '#features/module';
import { archiveWorkspace, unarchiveWorkspace, type WorkspaceArchived } from './archive-workspace.ts';
import { createWorkspace } from './create-workspace.ts';
import { addWorkspaceMember, removeWorkspaceMember, updateWorkspaceMember } from './manage-members.ts';
import { listWorkspaceMembers, readWorkspaceMember } from './members.ts';
import { workspaceNames } from './store/administered-workspaces.ts';
import { updateWorkspace } from './update-workspace.ts';
import type { WorkspaceRules } from './workspace-settings.ts';
import { listWorkspaces, readWorkspace, searchWorkspaces } from './workspaces.ts';

export interface WorkspacesModuleDeps {
  readonly deployment: () => DeploymentConfig;
  readonly limits: () => LimitValues;
  /** What all modules do with a workspace's things (`Module.workspaceArchived`). */
  readonly workspaceArchived: WorkspaceArchived;
  /** Whether any module holds content of a workspace (`Module.holdsContent`). */
  readonly holdsContent: HoldsContent;
}

export function workspacesModule({
  deployment,
  limits,
  workspaceArchived,
  holdsContent,
}: WorkspacesModuleDeps) {
  const rules = (): WorkspaceRules => ({
    regions: deployment().data_regions,
    mostActive: limits().active_workspaces,
  });
  return {
    administration: {
      createWorkspace: async (change, { body }) => new Created(await createWorkspace(change, body, rules())),
      listWorkspaces: (scope, { query }) => listWorkspaces(scope, query),
      readWorkspace: (scope, { params }) => readWorkspace(scope, params.workspace_id),
      updateWorkspace: async (change, { params, body }, { access }) => {
        // CONS-18: the addresses of a workspace are for owners and administrators.
        if (body.allowed_ips !== undefined && isRestricted(access.access))
          throw new ApiError('role_required', { param: 'allowed_ips' });
        return updateWorkspace(change, params.workspace_id, body, { ...rules(), holdsContent });
      },
      archiveWorkspace: (change, { params }) =>
        archiveWorkspace(change, params.workspace_id, workspaceArchived),
      unarchiveWorkspace: (change, { params }) => unarchiveWorkspace(change, params.workspace_id, rules()),
      listWorkspaceMembers: (scope, { params, query }) =>
        listWorkspaceMembers(scope, params.workspace_id, query),
      addWorkspaceMember: async (change, { params, body }) =>
        new Created(await addWorkspaceMember(change, params.workspace_id, body.user_id, body.role)),
      readWorkspaceMember: (scope, { params }) =>
        readWorkspaceMember(scope, params.workspace_id, params.user_id),
      updateWorkspaceMember: (change, { params, body }) =>
        updateWorkspaceMember(change, params.workspace_id, params.user_id, body.role),
      removeWorkspaceMember: (change, { params }) =>
        removeWorkspaceMember(change, params.workspace_id, params.user_id),
    } satisfies Partial<AdministrationHandlers>,
    console: {
      searchWorkspaces: (scope, { query }) => searchWorkspaces(scope, query),
    } satisfies Partial<ConsoleHandlers>,
    names: [workspaceNames],
  } satisfies Module;
}
