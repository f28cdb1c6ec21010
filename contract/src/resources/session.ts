import { limit } from '../limits/limit.ts';
import type { Resource } from './resource.ts';

/** Sign-in sessions of people. */
export const SESSION = {
  type: 'session',
  kind: 'Session',
  ids: { session: 'sess_' },
  errors: {
    session_not_found: {
      status: 404,
      when: 'The person has no such sign-in session.',
      message: 'You have no sign-in with this id. List your sign-ins to find its id.',
    },
  },
  audit: {
    signIn: {
      'session.signed_in': 'Signed in',
      'session.failed': 'Sign-in failed',
      'session.revoked': 'Session revoked',
    },
  },
  limits: {
    console_session_idle_hours: limit(12, 'How long a sign-in to the Console lasts without use.'),
    console_session_total_days: limit(30, 'Maximum duration of a sign-in to the Console.'),
  },
} as const satisfies Resource;
