/** Workspaces: the divisions of an organization (platform contract §2.3). */
export { requireActiveWorkspace, requireWorkspace } from './workspaces.ts';
export { listManagedWorkspaces } from './managed-workspaces.ts';
export { addWorkspaceMember, removeWorkspaceMember, updateWorkspaceMember } from './manage-members.ts';
export { deletePlaces, findMembership, putPlaces, type Place } from './store/members.ts';
export type { WorkspaceRules } from './workspace-settings.ts';
export {
  DEFAULT_WORKSPACE_NAME,
  insertWorkspaceMember,
  insertWorkspace,
  findWorkspaces,
  updateWorkspaceIps,
  type NewWorkspace,
  type Workspace,
} from './store/workspaces.ts';
export { workspacesModule } from './workspaces-module.ts';
