import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import {
  WorkspaceMember,
  workspaceMemberAddition,
  workspaceMemberDeletion,
  workspaceMemberUpdate,
} from '../../schemas/administration/workspace-member.ts';
import {
  Workspace,
  workspaceCreation,
  workspaceQuery,
  workspaceUpdate,
} from '../../schemas/administration/workspace.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/workspaces';
const ONE = `${PATH}/{workspace_id}`;
const MEMBERS = `${ONE}/members`;
const MEMBER = `${MEMBERS}/{user_id}`;
const NONE = 'workspace_not_found';

/** Platform contract §4.3. */
export const WORKSPACE_OPERATIONS = [
  administration({
    id: 'createWorkspace',
    method: 'POST',
    path: PATH,
    summary: 'Create a workspace',
    permission: 'workspaces.manage',
    body: workspaceCreation,
    readOnly: Object.keys(Workspace.shape),
    response: Workspace,
    successStatuses: [201],
    errors: ['invalid_name', 'unknown_region', 'name_taken', 'workspace_limit_reached', 'resource_conflict'],
  }),
  administration({
    id: 'listWorkspaces',
    method: 'GET',
    path: PATH,
    summary: 'List workspaces',
    permission: 'workspaces.manage',
    query: workspaceQuery,
    response: listOf(Workspace),
  }),
  administration({
    id: 'readWorkspace',
    method: 'GET',
    path: ONE,
    summary: 'Read a workspace',
    permission: 'workspaces.run',
    response: Workspace,
    errors: [NONE],
  }),
  administration({
    id: 'updateWorkspace',
    method: 'PATCH',
    path: ONE,
    summary: 'Update a workspace',
    permission: 'workspaces.run',
    body: workspaceUpdate,
    readOnly: Object.keys(Workspace.shape),
    response: Workspace,
    errors: [
      NONE,
      'invalid_name',
      'unknown_region',
      'name_taken',
      'region_change_blocked',
      'resource_conflict',
    ],
  }),
  administration({
    id: 'archiveWorkspace',
    method: 'POST',
    path: `${ONE}/archive`,
    summary: 'Archive a workspace; its keys stop working, its data stays',
    permission: 'workspaces.manage',
    response: Workspace,
    errors: [NONE, 'default_workspace', 'resource_conflict'],
  }),
  administration({
    id: 'unarchiveWorkspace',
    method: 'POST',
    path: `${ONE}/unarchive`,
    summary: 'Unarchive a workspace',
    permission: 'workspaces.manage',
    response: Workspace,
    errors: [NONE, 'workspace_limit_reached', 'resource_conflict'],
  }),
  administration({
    id: 'listWorkspaceMembers',
    method: 'GET',
    path: MEMBERS,
    summary: 'List the members of a workspace',
    permission: 'workspaces.run',
    query: pageQuery,
    response: listOf(WorkspaceMember),
    errors: [NONE],
  }),
  administration({
    id: 'addWorkspaceMember',
    method: 'POST',
    path: MEMBERS,
    summary: 'Add a member of the organization to a workspace',
    permission: 'workspaces.run',
    body: workspaceMemberAddition,
    response: WorkspaceMember,
    successStatuses: [201],
    errors: [NONE, 'user_not_found', 'resource_conflict'],
  }),
  administration({
    id: 'readWorkspaceMember',
    method: 'GET',
    path: MEMBER,
    summary: 'Read a member of a workspace',
    permission: 'workspaces.run',
    response: WorkspaceMember,
    errors: [NONE, 'user_not_found'],
  }),
  administration({
    id: 'updateWorkspaceMember',
    method: 'PATCH',
    path: MEMBER,
    summary: 'Change the role of a member in a workspace',
    permission: 'workspaces.run',
    body: workspaceMemberUpdate,
    readOnly: Object.keys(WorkspaceMember.shape),
    response: WorkspaceMember,
    errors: [NONE, 'user_not_found'],
  }),
  administration({
    id: 'removeWorkspaceMember',
    method: 'DELETE',
    path: MEMBER,
    summary: 'Remove a member from a workspace; their keys in it stop working',
    permission: 'workspaces.run',
    response: workspaceMemberDeletion,
    errors: [NONE, 'user_not_found'],
  }),
] as const;
