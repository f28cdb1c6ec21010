import { limit } from '../limits/limit.ts';
import type { Resource } from './resource.ts';

/** Named sets of members. */
export const GROUP = {
  type: 'group',
  kind: 'Group',
  ids: { group: 'grp_' },
  errors: {
    group_not_found: {
      status: 404,
      when: 'The organization has no such group.',
      message: 'No group with this id exists in the organization. List the groups to find its id.',
    },
  },
  audit: {
    people: {
      'group.created': 'Group created',
      'group.updated': 'Group changed',
      'group.deleted': 'Group deleted',
    },
  },
  limits: {
    group_name_characters: limit(100, 'Maximum length of the name of a group.'),
    group_members: limit(1000, 'Maximum members of a group.'),
    groups_per_organization: limit(1000, 'Maximum groups of an organization.'),
  },
} as const satisfies Resource;
