import { MINUTE_MS } from '#kit';

/** Numbers of the sign-in that no deployment sets (D-CONS-1 names those that one may). */

/** How exactly the last use of a session is known. */
export const SESSION_USE_MS = MINUTE_MS;
/** How long after a sign-in a passkey may be added without signing in again. */
export const FRESH_S = 3600;
/** How long a second factor is waited for. */
export const CHALLENGE_S = 600;

export interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

/** Passwords tried for one account, whether it exists or not. */
export const ACCOUNT_ATTEMPTS: AttemptLimit = { attempts: 10, windowMs: 15 * MINUTE_MS };
/** Codes tried for one account, in whatever place. */
export const CODE_ATTEMPTS: AttemptLimit = { attempts: 10, windowMs: 15 * MINUTE_MS };
/** What one address may get wrong, in whatever place. Many people may share one. */
export const ADDRESS_ATTEMPTS: AttemptLimit = { attempts: 60, windowMs: 15 * MINUTE_MS };
/** Links for a new password, for one account. */
export const RESET_REQUESTS: AttemptLimit = { attempts: 3, windowMs: 15 * MINUTE_MS };
/** Links for new passwords asked for from one address: each is a mail to somebody, and to many people if they are let. */
export const ADDRESS_RESET_REQUESTS: AttemptLimit = { attempts: 30, windowMs: 15 * MINUTE_MS };
