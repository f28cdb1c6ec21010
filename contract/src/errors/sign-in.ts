import type { ErrorRows } from './entry.ts';

/** Refusals on the way into the Console (D-CONS-1). None of them tells whether an account exists. */
export const SIGN_IN_ERRORS = {
  sign_in_rejected: {
    status: 401,
    when: 'No account has this e-mail and password, or the passkey is none of ours.',
    message: 'E-mail or password is wrong, or the passkey is not known. Try again, or have your password reset.',
  },
  sign_in_expired: {
    status: 401,
    when: 'A code or passkey came for a sign-in that was not begun, has ended or took too long.',
    message: 'This sign-in took too long or was finished already. Begin again.',
  },
  code_rejected: {
    status: 401,
    when: 'At sign-in the code is wrong, past its time or was used before.',
    message: 'The code is wrong or was used before. Wait for the next one, or use one of your recovery codes.',
  },
  too_many_attempts: {
    status: 429,
    when: 'Too many passwords, codes or links were tried for one account or from one address.',
    message: 'Too many attempts. Wait until Retry-After has passed and try again.',
    retryAfterSeconds: 900,
  },
  password_rejected: {
    status: 403,
    when: 'The password that confirms a change of the own account is wrong.',
    message: 'The password is wrong. Enter the password you sign in with.',
  },
  recent_sign_in_required: {
    status: 403,
    when: 'A passkey is added long after the sign-in.',
    message: 'This needs a recent sign-in. Sign out, sign in again and repeat it.',
  },
  passkey_rejected: {
    status: 400,
    when: 'A passkey could not be added: its answer does not fit what was asked, or it asked the person for nothing.',
    message: 'The passkey could not be added. Try again with a device that asks for your finger, face or PIN.',
  },
  passkey_not_found: {
    status: 404,
    when: 'The person has no such passkey.',
    message: 'None of your passkeys has this id. List your passkeys to find its id.',
  },
  link_invalid: {
    status: 404,
    when: 'A link of a set-up, an invitation or a password reset is unknown, used or past its time.',
    message: 'This link is not valid: it was used, has expired or was not copied completely. Ask for a new one.',
  },
} as const satisfies ErrorRows;
