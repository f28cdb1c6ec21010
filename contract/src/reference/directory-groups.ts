import type { DIRECTORY_GROUP_OPERATIONS } from '../operations/administration/directory-groups.ts';
import type { DirectoryGroup } from '../schemas/administration/directory-group.ts';
import { DIRECTORY_GROUP_ID, WORKSPACE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

const GRANTS = {
  role: 'developer',
  workspaces: [{ workspace_id: WORKSPACE_ID, role: 'workspace_developer' }],
} as const;

const directoryGroup: DirectoryGroup = {
  id: DIRECTORY_GROUP_ID,
  type: 'directory_group',
  display_name: 'Engineering',
  external_id: '6c5bb468-14b2-4183-baf2-06d523e03bd3',
  member_count: 42,
  role: GRANTS.role,
  workspaces: [...GRANTS.workspaces],
  created_at: '2026-11-18T09:40:00Z',
  updated_at: '2026-11-20T14:02:00Z',
};

export const DIRECTORY_GROUP_REFERENCES: References<typeof DIRECTORY_GROUP_OPERATIONS> = {
  listDirectoryGroups: {
    description:
      'Groups that the directory of your company sent, newest first. Filter by `user_id` to see where the roles of a member come from. Only the key of an owner may read and change directory groups.',
    response: pageOf(directoryGroup, DIRECTORY_GROUP_ID),
  },
  readDirectoryGroup: {
    description: 'A group, with the number of its members and what they get.',
    response: directoryGroup,
  },
  updateDirectoryGroup: {
    description: `Gives the members of the group a \`role\` in the organization, up to \`administrator\`, and a role in each of \`workspaces\`, which replaces the whole list.
\`role\` null gives none. A group without either changes nothing.

Of several groups the highest role applies, and it replaces a role set by hand. A member who has left every group with a role gets the \`default_role\` of the single sign-on
connection. Workspace roles given by hand stay. Owners are never changed. Members have their new roles within 60 seconds.`,
    body: { role: GRANTS.role, workspaces: [...GRANTS.workspaces] },
    response: directoryGroup,
  },
};
