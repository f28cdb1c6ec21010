import { ENDS_WITH_MEMBERSHIP, reads, writes, type DataWall } from './data-wall.ts';

const SHOWN_WITH_MEMBER = 'A member is shown with whether a directory keeps them, a page in one query.';
const DECIDED_BY_DIRECTORY = 'A sign-in gives no roles to members whose directory does (SSO-12, SCIM-17).';

/** Tables of single sign-on and of directories. */
export const SIGN_ON_DATA_WALLS: Readonly<Record<string, DataWall>> = {
  sso_connections: {
    owner: 'features/single-sign-on',
    exceptions: [
      reads(
        'features/console-auth',
        'A sign-in that waits for a code goes on by the connection it began by, while that is active.',
      ),
      reads('features/organization', 'An organization is shown with its active connections.'),
    ],
  },
  sso_links: {
    owner: 'features/single-sign-on',
    exceptions: [
      writes(
        'features/console-auth',
        'Links go with whatever else signs a person in, when an account is reset or claimed, and note a sign-in when its last factor was right.',
      ),
    ],
  },
  sso_tests: { owner: 'features/single-sign-on' },
  sso_end_notices: { owner: 'features/single-sign-on' },
  sso_responses: { owner: 'features/single-sign-on' },
  sso_used_messages: { owner: 'features/single-sign-on' },
  directory_users: {
    owner: 'features/directory',
    exceptions: [reads('features/organization', SHOWN_WITH_MEMBER)],
  },
  directory_groups: {
    owner: 'features/directory',
    exceptions: [reads('features/single-sign-on', DECIDED_BY_DIRECTORY)],
  },
  directory_group_members: {
    owner: 'features/directory',
    exceptions: [
      writes('features/organization', ENDS_WITH_MEMBERSHIP),
      reads('features/single-sign-on', DECIDED_BY_DIRECTORY),
    ],
  },
  directory_role_grants: {
    owner: 'features/directory',
    exceptions: [writes('features/organization', ENDS_WITH_MEMBERSHIP)],
  },
  directory_workspace_grants: {
    owner: 'features/directory',
    exceptions: [writes('features/organization', ENDS_WITH_MEMBERSHIP)],
  },
  domains: {
    owner: 'features/domains',
    readers: ['features/single-sign-on'],
    exceptions: [
      reads(
        'features/organization',
        'Of whom single sign-on is required is one condition, in the queries that judge sign-ins of people and programs.',
      ),
    ],
  },
};
