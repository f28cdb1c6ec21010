import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import ipaddr from 'ipaddr.js';
import { ApiError } from '@svc/contract';
import type { Exchange, Person } from '#exchange';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { ACCOUNT_ATTEMPTS, ADDRESS_ATTEMPTS, type AttemptLimit } from './sign-in-limits.ts';
import { countAttempt, forgetAttempts, uncountAttempt } from './store/attempts.ts';

/** Somebody or something whose attempts are counted. Kept as a digest: the table tells nobody which addresses were tried. */
export type Subject = Buffer;

export function accountSubject(email: string): Subject {
  return subject('account', email.toLowerCase());
}

/** Apart from the passwords of the account: nobody is kept from signing in by requests for links. */
export function resetSubject(email: string): Subject {
  return subject('reset', email.toLowerCase());
}

export function codeSubject(userId: string): Subject {
  return subject('code', userId);
}

/** Apart from what went wrong: asking for a link is no failure. */
export function resetAddressSubject(address: string): Subject {
  return subject('reset_address', networkOf(address));
}

/** An IPv6 caller can have any address of its /64. */
function networkOf(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.parse(address) : undefined;
  return parsed?.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : address;
}

function subject(kind: string, of: string): Subject {
  return hash('sha256', JSON.stringify([kind, of]), 'buffer');
}

/**
 * Counts an attempt before it is made, in the database: however many come at once, on however many nodes, no more than the limit
 * are made within a window. Throws 429 `too_many_attempts`.
 */
export async function takeAttempt(db: Kysely<Tables>, who: Subject, limit: AttemptLimit, nowMs: number): Promise<void> {
  const { attempts, windowStartsAtMs } = await countAttempt(db, who, limit.windowMs, nowMs);
  if (attempts <= limit.attempts) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((windowStartsAtMs + limit.windowMs - nowMs) / 1000));
  throw new ApiError('too_many_attempts', { retryAfterSeconds });
}

/** Whoever got it right starts anew. */
export const clearAttempts: (db: Kysely<Tables>, who: Subject) => Promise<void> = forgetAttempts;

export interface AttemptParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}

/** Counts what comes from the address of a request; what was no failure is not held against the others there. */
export async function withinAddressLimit<T>({ db, clock }: AttemptParts, { address }: Exchange, attempt: () => Promise<T>): Promise<T> {
  const who = subject('address', networkOf(address));
  await takeAttempt(db, who, ADDRESS_ATTEMPTS, clock.nowMs());
  const result = await attempt();
  await uncountAttempt(db, who);
  return result;
}

/** Has whoever is signed in prove the password again, ahead of what a stolen session must not do. */
export async function withinPasswordLimit<T>({ db, clock }: AttemptParts, { userId }: Person, attempt: () => Promise<T>): Promise<T> {
  const who = subject('password', userId);
  await takeAttempt(db, who, ACCOUNT_ATTEMPTS, clock.nowMs());
  const result = await attempt();
  await forgetAttempts(db, who);
  return result;
}
