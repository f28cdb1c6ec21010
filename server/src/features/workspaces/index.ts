/** Workspaces: the divisions of an organization (platform contract §2.3). */
export { listWorkspaces, readWorkspace, requireActiveWorkspace, requireWorkspace } from './workspaces.ts';
export { openWorkspace } from './open-workspace.ts';
export { changeWorkspace } from './change-workspace.ts';
export { archiveWorkspace, unarchiveWorkspace } from './archive-workspace.ts';
export { listWorkspaceMembers, readWorkspaceMember } from './members.ts';
export { changeWorkspaceRole, joinWorkspace, leaveWorkspace } from './change-members.ts';
export type { WorkspaceRules } from './workspace-settings.ts';
export {
  DEFAULT_WORKSPACE_NAME,
  addWorkspaceMember,
  createWorkspace,
  findWorkspaces,
  updateWorkspaceIps,
  type NewWorkspace,
  type Workspace,
} from './store/workspaces.ts';
