import { Organization } from '../../schemas/administration/organization.ts';
import { deletion, listOf, pageQuery } from '../../schemas/administration/page.ts';
import { Group, groupCreation, groupUpdate } from '../../schemas/console/group.ts';
import { Mail, mailQuery } from '../../schemas/console/mail.ts';
import { ownershipTransfer } from '../../schemas/console/ownership.ts';
import { consoleOperation } from './console-operation.ts';

const GROUPS = '/console/api/groups';
const GROUP = `${GROUPS}/{group_id}`;

/** What only people do with people: groups (D-ADM-5), the office of primary owner, mails that wait. */
export const CONSOLE_PEOPLE_OPERATIONS = [
  consoleOperation({
    id: 'transferOwnership',
    method: 'POST',
    path: '/console/api/organization/transfer',
    summary: 'Transfer primary ownership',
    permission: 'ownership.transfer',
    needsSecondFactor: true,
    body: ownershipTransfer,
    response: Organization,
    errors: ['user_not_found'],
  }),
  consoleOperation({
    id: 'listGroups',
    method: 'GET',
    path: GROUPS,
    summary: 'List groups',
    permission: 'members.manage',
    query: pageQuery,
    response: listOf(Group),
  }),
  consoleOperation({
    id: 'createGroup',
    method: 'POST',
    path: GROUPS,
    summary: 'Create a group of members',
    permission: 'members.manage',
    body: groupCreation,
    readOnly: Object.keys(Group.shape),
    response: Group,
    successStatuses: [201],
    errors: ['name_taken', 'user_not_found'],
  }),
  consoleOperation({
    id: 'readGroup',
    method: 'GET',
    path: GROUP,
    summary: 'Read a group',
    permission: 'members.manage',
    response: Group,
    errors: ['group_not_found'],
  }),
  consoleOperation({
    id: 'updateGroup',
    method: 'PATCH',
    path: GROUP,
    summary: 'Update the name or members of a group',
    permission: 'members.manage',
    body: groupUpdate,
    readOnly: Object.keys(Group.shape),
    response: Group,
    errors: ['group_not_found', 'name_taken', 'user_not_found'],
  }),
  consoleOperation({
    id: 'deleteGroup',
    method: 'DELETE',
    path: GROUP,
    summary: 'Delete a group and its spend limit',
    permission: 'members.manage',
    response: deletion('group'),
    errors: ['group_not_found'],
  }),
  consoleOperation({
    id: 'listMails',
    method: 'GET',
    path: '/console/api/outbox',
    summary: 'List the mail of the organization',
    permission: 'outbox.read',
    query: mailQuery,
    response: listOf(Mail),
  }),
] as const;
