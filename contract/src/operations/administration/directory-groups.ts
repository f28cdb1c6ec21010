import {
  DirectoryGroup,
  directoryGroupQuery,
  directoryGroupUpdate,
} from '../../schemas/administration/directory-group.ts';
import { listOf } from '../../schemas/administration/page.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/directory_groups';
const ONE = `${PATH}/{directory_group_id}`;
const NONE = 'directory_group_not_found';
/** What a group gives, it gives to whoever the directory adds, so only owners decide on it (SCIM-16). */
const OWNERS = { permission: 'owners.manage' } as const;
const SET_BY_DIRECTORY = [
  'id',
  'type',
  'display_name',
  'external_id',
  'member_count',
  'created_at',
  'updated_at',
];

/** Groups of the organization's directory, mapped to roles (SCIM-16, D-SCIM-8). */
export const DIRECTORY_GROUP_OPERATIONS = [
  administration({
    ...OWNERS,
    id: 'listDirectoryGroups',
    method: 'GET',
    path: PATH,
    summary: 'List the groups of the directory',
    query: directoryGroupQuery,
    response: listOf(DirectoryGroup),
    errors: ['role_required'],
  }),
  administration({
    ...OWNERS,
    id: 'readDirectoryGroup',
    method: 'GET',
    path: ONE,
    summary: 'Read a group of the directory',
    response: DirectoryGroup,
    errors: ['role_required', NONE],
  }),
  administration({
    ...OWNERS,
    id: 'updateDirectoryGroup',
    method: 'PATCH',
    path: ONE,
    summary: 'Give the members of a directory group a role or workspaces',
    body: directoryGroupUpdate,
    readOnly: SET_BY_DIRECTORY,
    response: DirectoryGroup,
    errors: ['role_required', NONE, 'workspace_not_found'],
  }),
] as const;
