import type { PEOPLE_OPERATIONS } from '../operations/administration/people.ts';
import type { WORKSPACE_OPERATIONS } from '../operations/administration/workspaces.ts';
import { invite, user, workspace, workspaceMember } from './objects/administration.ts';
import { DEVELOPER_ID, INVITE_ID, WORKSPACE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

export const PEOPLE_REFERENCES: References<typeof PEOPLE_OPERATIONS> = {
  listUsers: {
    description: 'The members of the organization, newest first.',
    response: pageOf(user, DEVELOPER_ID),
  },
  readUser: { description: 'A member, with role and status.', response: user },
  updateUser: {
    description: `Changes the role of a member. \`primary_owner\` can be neither given nor taken here; that is a transfer in the Console. A key cannot grant more than the role of
the person who made it.`,
    body: { role: 'developer' },
    response: user,
  },
  removeUser: {
    description:
      'Removes a member from the organization. Keys they made stop working, what they did stays in the reports and the audit log.',
    response: { id: DEVELOPER_ID, type: 'user', deleted: true },
  },
  createInvite: {
    description: `Invites somebody by mail. The link is sent to the address and never returned; it works for 21 days. \`workspaces\` adds them to workspaces when they accept.`,
    body: {
      email: 'ines@acme.example',
      role: 'developer',
      workspaces: [{ workspace_id: WORKSPACE_ID, role: 'workspace_developer' }],
    },
    response: invite,
  },
  listInvites: {
    description: 'The invites of the organization, newest first.',
    response: pageOf(invite, INVITE_ID),
  },
  readInvite: { description: 'An invite, with its status.', response: invite },
  deleteInvite: {
    description: 'Withdraws an invite: its link stops working. Only a pending one can be deleted.',
    response: { id: INVITE_ID, type: 'invite', deleted: true },
  },
};

export const WORKSPACE_REFERENCES: References<typeof WORKSPACE_OPERATIONS> = {
  createWorkspace: {
    description: `Creates a workspace: keys, files, batches, webhooks, tunnels and prompts belong to one and are out of sight of the others. The name is unique, whatever its case.`,
    body: { name: 'Support', description: 'Everything that answers customers.', data_region: 'eu' },
    response: workspace,
  },
  listWorkspaces: {
    description:
      'The workspaces of the organization, newest first; archived ones only with `include_archived`.',
    response: pageOf(workspace, WORKSPACE_ID),
  },
  readWorkspace: { description: 'A workspace with its settings and limits.', response: workspace },
  updateWorkspace: {
    description: `Changes the fields that are sent; \`allowed_ips\` is replaced. \`data_region\` can be changed while the workspace holds no content. Rate limits have an operation of
their own. An archived workspace cannot be changed.`,
    body: { spend_limit_usd: '250.00' },
    response: workspace,
  },
  archiveWorkspace: {
    description: `Stops a workspace: its keys are refused, its batches are canceled and its tunnels closed. Its data stays, and \`unarchive\` brings it back. Archiving twice changes
nothing; the default workspace cannot be archived.`,
    response: { ...workspace, archived_at: '2026-11-20T16:41:00Z' },
  },
  unarchiveWorkspace: {
    description:
      'Brings an archived workspace back, if the organization may have one more. Its keys work again.',
    response: workspace,
  },
  listWorkspaceMembers: {
    description: 'The members of a workspace with their roles in it, newest first.',
    response: pageOf(workspaceMember, DEVELOPER_ID),
  },
  addWorkspaceMember: {
    description: 'Gives a member of the organization a role in a workspace.',
    body: { user_id: DEVELOPER_ID, role: 'workspace_developer' },
    response: workspaceMember,
  },
  readWorkspaceMember: { description: 'The role of one member in a workspace.', response: workspaceMember },
  updateWorkspaceMember: {
    description: 'Changes the role of a member in a workspace.',
    body: { role: 'workspace_admin' },
    response: { ...workspaceMember, role: 'workspace_admin' },
  },
  removeWorkspaceMember: {
    description:
      'Takes a member out of a workspace. Keys they made in it are refused until they are added again.',
    response: { type: 'workspace_member', workspace_id: WORKSPACE_ID, user_id: DEVELOPER_ID, deleted: true },
  },
};
