import type { ErrorRows } from './entry.ts';

/** Refused sign-ins to the Console (D-CONS-1). None of them reveals whether an account exists. */
export const SIGN_IN_ERRORS = {
  sign_in_rejected: {
    status: 401,
    when: 'No account has this email and password, or the passkey is unknown.',
    message: 'Email or password is wrong, or the passkey is unknown. Try again, or reset your password.',
  },
  sign_in_expired: {
    status: 401,
    when: 'A code or passkey was sent for a sign-in that was never started, has finished or has expired.',
    message: 'This sign-in has expired or is already finished. Start again.',
  },
  code_rejected: {
    status: 401,
    when: 'At sign-in, the code is wrong, expired or was used before.',
    message:
      'The code is wrong or was used before. Wait for the next one, or use one of your recovery codes.',
  },
  too_many_attempts: {
    status: 429,
    when: 'Too many passwords, codes or links were tried for one account or from one address.',
    message: 'Too many attempts. Try again in a few minutes; Retry-After has the seconds.',
    retryAfterSeconds: 900,
  },
  password_rejected: {
    status: 403,
    when: 'The password sent to confirm an account change is wrong.',
    message: 'The password is wrong. Enter the password you sign in with.',
  },
  email_unproven: {
    status: 403,
    when: 'An invite was accepted with an account whose email address is not verified by a mailed link.',
    message:
      'The email address of this account is not verified yet. Open the link from the mail itself, or reset your password by mail first.',
  },
  passkey_rejected: {
    status: 400,
    when: 'A passkey could not be added: its response does not match the challenge, or it did not verify the person.',
    message:
      'The passkey could not be added. Try again with a device that checks your fingerprint, face or PIN.',
  },
  link_invalid: {
    status: 404,
    when: 'A link for set-up, an invite or a password reset is unknown, used or expired.',
    message:
      'This link is not valid: it was used, has expired or was not copied completely. Ask for a new one.',
  },
} as const satisfies ErrorRows;
