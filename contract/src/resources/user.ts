import { limit } from '../limits/limit.ts';
import { DEVELOPER_ID } from '../reference/objects/ids.ts';
import { OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** People and how they sign in (D-ADM-2). */
export const USER = {
  type: 'user',
  kind: 'Member',
  ids: { user: 'user_' },
  errors: {
    user_not_found: {
      status: 404,
      when: 'No such person in the organization or workspace.',
      message: 'No member with this id exists here. List the members to find the id.',
    },
  },
  permissions: {
    'members.manage': { words: 'Manage other members, invites and groups', roles: OFFICERS },
  },
  audit: {
    people: {
      'member.joined': 'Member joined',
      'member.change_role': 'Role changed',
      'member.updated': 'Member changed by the directory',
      'member.suspended': 'Member suspended by the directory',
      'member.revived': 'Member revived by the directory',
      'member.update_refused': 'Change by the directory refused',
      'member.removed': 'Member removed',
    },
    signIn: {
      'account.claimed': 'Account claimed',
      'account.reset': 'Account reset',
      'email.changed': 'Email changed',
      'password.changed': 'Password changed',
      'password.reset': 'Password reset',
      'authenticator.added': 'Authenticator app added',
      'authenticator.removed': 'Authenticator app removed',
      'recovery_codes.renewed': 'Recovery codes renewed',
      'recovery_code.used': 'Recovery code used',
    },
  },
  limits: {
    password_min_characters: limit(12, 'Minimum length of the password of a person.'),
    recovery_codes: limit(10, 'Recovery codes that a person gets.'),
    person_name_characters: limit(100, 'Maximum length of the name of a person.'),
  },
  pathParameters: {
    user_id: { description: 'Id of a member.', example: DEVELOPER_ID },
  },
} as const satisfies Resource;
