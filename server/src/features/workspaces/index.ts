/** Workspaces: the divisions of an organization (platform contract §2.3). */
export {
  DEFAULT_WORKSPACE_NAME,
  addWorkspaceMember,
  createWorkspace,
  findWorkspaces,
  updateWorkspaceIps,
  type NewWorkspace,
  type Workspace,
} from './store.ts';
