import { SIGN_UP_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** Organizations that signed up by themselves. */
export const SIGN_UP = {
  type: 'sign_up',
  ids: { signUp: 'signup_' },
  errors: {
    sign_up_not_found: {
      status: 404,
      when: 'No such sign-up, or its address was not verified yet.',
      message: 'No sign-up with this id exists. List the sign-ups to find its id.',
    },
  },
  pathParameters: {
    signup_id: { description: 'Id of a sign-up.', example: SIGN_UP_ID },
  },
} as const satisfies Resource;
