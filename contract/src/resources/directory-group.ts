import { limit } from '../limits/limit.ts';
import { DIRECTORY_GROUP_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** Groups that the directory of an organization sends (SCIM-15). */
export const DIRECTORY_GROUP = {
  type: 'directory_group',
  kind: 'Directory group',
  ids: { directoryGroup: 'dirgrp_' },
  errors: {
    directory_group_not_found: {
      status: 404,
      when: 'The organization has no such directory group.',
      message:
        'The organization has no directory group with this id. List the directory groups to find its id.',
    },
  },
  audit: {
    people: {
      'directory_group.created': 'Directory group created',
      'directory_group.updated': 'Directory group changed',
      'directory_group.deleted': 'Directory group deleted',
    },
  },
  limits: {
    directory_group_members: limit(10_000, 'Maximum members of a group of a directory.'),
  },
  pathParameters: {
    directory_group_id: { description: 'Id of a directory group.', example: DIRECTORY_GROUP_ID },
  },
} as const satisfies Resource;
