import { limit } from '../limits/limit.ts';
import { INVITE_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** Invites to an organization (D-ADM-2). */
export const INVITE = {
  type: 'invite',
  kind: 'Invite',
  ids: { invite: 'invite_' },
  errors: {
    invite_not_found: {
      status: 404,
      when: 'The organization has no such invite.',
      message: 'No invite with this id exists in the organization. List the invites to find its id.',
    },
  },
  audit: {
    people: {
      'member.invited': 'Member invited',
      'invite.deleted': 'Invite revoked',
    },
  },
  limits: {
    invite_days: limit(21, 'How long an invite is valid.'),
  },
  pathParameters: {
    invite_id: { description: 'Id of an invite.', example: INVITE_ID },
  },
} as const satisfies Resource;
