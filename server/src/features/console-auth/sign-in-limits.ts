import { DAY_MS, MINUTE_MS } from '#kit';

/** Numbers of the sign-in that no deployment sets (D-CONS-1 names those that one may). */

/** How exactly the last use of a session is known. */
export const SESSION_USE_MS = MINUTE_MS;
/** How long a second factor is waited for. */
export const CHALLENGE_S = 600;
/** Wrong codes after which the password is asked for again. */
export const MAX_WRONG_CODES = 5;
/** How long a passkey is waited for. */
export const PASSKEY_CHALLENGE_S = 300;

export interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

/** No limit has a longer window: what is older is not counted any more. */
export const MAX_WINDOW_MS = DAY_MS;

/** Passwords, and codes, tried for one account, whether it exists or not, from one network, known browser or session. */
export const ACCOUNT_ATTEMPTS: AttemptLimit = { attempts: 10, windowMs: 15 * MINUTE_MS };
/**
 * The same from all networks together, and from all browsers it knows. Few codes: there are a million of them, and whoever tries one
 * has the password.
 */
export const EVERYWHERE_ATTEMPTS: Readonly<Record<'password' | 'code', AttemptLimit>> = {
  password: { attempts: 50, windowMs: 15 * MINUTE_MS },
  code: { attempts: 20, windowMs: 15 * MINUTE_MS },
};
/** For how long a browser stays known to an account that signed in there. */
export const KNOWN_BROWSER_DAYS = 365;
/** To how many accounts. */
export const KNOWN_BROWSER_ACCOUNTS = 5;
/** What one network may get wrong with passwords and links. Many people may share one. */
export const ADDRESS_ATTEMPTS: AttemptLimit = { attempts: 60, windowMs: 15 * MINUTE_MS };
/** Links for a new password, for one account. */
export const RESET_REQUESTS: AttemptLimit = { attempts: 3, windowMs: 15 * MINUTE_MS };
/** Password reset links requested from one address: each sends mail, possibly to many people. */
export const ADDRESS_RESET_REQUESTS: AttemptLimit = { attempts: 30, windowMs: 15 * MINUTE_MS };
