import { Invite, inviteCreation, inviteQuery } from '../../schemas/administration/invite.ts';
import { deletion, listOf } from '../../schemas/administration/page.ts';
import { User, userQuery, userUpdate } from '../../schemas/administration/user.ts';
import { administration } from './administration-operation.ts';

const USER = '/v1/organizations/users/{user_id}';
const INVITE = '/v1/organizations/invites/{invite_id}';

/** Members and invites (platform contract §4.2, D-ADM-2, D-ADM-3). */
export const PEOPLE_OPERATIONS = [
  administration({
    id: 'listUsers',
    method: 'GET',
    path: '/v1/organizations/users',
    summary: 'List members',
    permission: 'members.manage',
    query: userQuery,
    response: listOf(User),
  }),
  administration({
    id: 'readUser',
    method: 'GET',
    path: USER,
    summary: 'Read a member',
    permission: 'members.manage',
    response: User,
    errors: ['user_not_found'],
  }),
  administration({
    id: 'updateUser',
    method: 'PATCH',
    path: USER,
    summary: 'Change the role of a member',
    permission: 'members.manage',
    body: userUpdate,
    readOnly: Object.keys(User.shape),
    response: User,
    errors: ['role_required', 'user_not_found', 'resource_conflict'],
  }),
  administration({
    id: 'removeUser',
    method: 'DELETE',
    path: USER,
    summary: 'Remove a member; their keys stop working',
    permission: 'members.manage',
    response: deletion('user'),
    errors: ['role_required', 'user_not_found', 'resource_conflict'],
  }),
  administration({
    id: 'createInvite',
    method: 'POST',
    path: '/v1/organizations/invites',
    summary: 'Create an invite',
    permission: 'members.manage',
    body: inviteCreation,
    response: Invite,
    successStatuses: [201],
    errors: ['role_required', 'workspace_not_found', 'resource_conflict'],
  }),
  administration({
    id: 'listInvites',
    method: 'GET',
    path: '/v1/organizations/invites',
    summary: 'List invites',
    permission: 'members.manage',
    query: inviteQuery,
    response: listOf(Invite),
  }),
  administration({
    id: 'readInvite',
    method: 'GET',
    path: INVITE,
    summary: 'Read an invite',
    permission: 'members.manage',
    response: Invite,
    errors: ['invite_not_found'],
  }),
  administration({
    id: 'deleteInvite',
    method: 'DELETE',
    path: INVITE,
    summary: 'Delete a pending invite',
    permission: 'members.manage',
    response: deletion('invite'),
    errors: ['invite_not_found', 'resource_conflict'],
  }),
] as const;
