import type { ErrorRows } from './entry.ts';

/** Refusals that only people in the Console meet (D-CONS-1 to D-CONS-4). They belong to no published endpoint. */
export const CONSOLE_ERRORS = {
  session_required: {
    status: 401,
    when: 'The Console was called without a sign-in, or with one that has ended.',
    message: 'You are not signed in, or your sign-in has ended. Sign in and try again.',
  },
  csrf_rejected: {
    status: 403,
    when: 'A change came from another site, or without the CSRF token of its sign-in session for the current organization.',
    message:
      'The change did not come from this Console, or you switched to another organization. Reload the page and try again.',
  },
  second_factor_required: {
    status: 403,
    when: 'The change needs a code from an authenticator app, and the person has not set one up.',
    message:
      'This needs a second factor, and you have not set one up. Set up an authenticator app in your profile and try again.',
  },
  second_factor_rejected: {
    status: 403,
    when: 'The code of the authenticator app is wrong, expired or was used before.',
    message:
      'The code is wrong or was used before. Wait for the next code in your authenticator app and use that.',
  },
  route_not_found: {
    status: 404,
    when: 'The configuration has no such route, and nothing is set for one.',
    message: 'No route has these names. List the routes to find the right ones.',
  },
  engine_not_found: {
    status: 404,
    when: 'The configuration in force has nothing of that name to ask.',
    message: 'Nothing in the configuration has this name. Read the state of the node to find the right one.',
  },
  device_request_not_found: {
    status: 404,
    when: 'No device sign-in is waiting for the code: it is unknown, already decided or expired.',
    message: 'No sign-in is waiting for this code. Check the code, or start again on the device.',
  },
} as const satisfies ErrorRows;
