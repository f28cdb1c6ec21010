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
    when: 'A change came from another site, or without the token of its sign-in session in the organization it looks at.',
    message: 'The change did not come from this Console, or you went on to another organization. Load the page again and repeat it.',
  },
  second_factor_required: {
    status: 403,
    when: 'The change must be confirmed by a code of an authenticator app, and the person has none.',
    message: 'This needs a second factor, and you have none yet. Set up an authenticator app in your profile and try again.',
  },
  second_factor_rejected: {
    status: 403,
    when: 'The code of the authenticator app is wrong, past its time or was used before.',
    message: 'The code is wrong or was used before. Wait for the next code of your authenticator app and send that.',
  },
  organization_not_found: {
    status: 404,
    when: 'The person is not a member of such an organization.',
    message: 'You belong to no organization with this id. Choose one of the organizations you belong to.',
  },
  session_not_found: {
    status: 404,
    when: 'The person has no such sign-in session.',
    message: 'None of your sign-ins has this id. List your sign-ins to find its id.',
  },
  device_request_not_found: {
    status: 404,
    when: 'No sign-in of a program waits for the code, or it was decided on or has expired.',
    message: 'No sign-in waits for this code. Check it, or start again on the device.',
  },
  group_not_found: {
    status: 404,
    when: 'The organization has no such group.',
    message: 'No group with this id exists in the organization. List the groups to find its id.',
  },
  request_not_found: {
    status: 404,
    when: 'The organization has no usage record of such a request.',
    message: 'No request with this id was recorded for the organization. Check the id; requests that were refused leave no record.',
  },
} as const satisfies ErrorRows;
