import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { HttpExchange, SignedInExchange } from '#exchange';
import { networkOf, type Clock } from '#kit';
import type { Tables } from '#store';
import { findKnownBrowser } from './known-browsers.ts';
import type { PasswordTurns } from './password-turns.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import {
  ACCOUNT_ATTEMPTS,
  ADDRESS_ATTEMPTS,
  CHALLENGE_S,
  EVERYWHERE_ATTEMPTS,
  type AttemptLimit,
} from './sign-in-limits.ts';
import { countAttempt, forgetAttempts, uncountAttempt } from './store/attempts.ts';

/** The person or network whose attempts are counted. */
type Subject = readonly string[];

export interface AttemptParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly attemptKey: Buffer;
}

/** For attempts that wait for their turn, because a password is hashed. */
export interface PasswordParts extends AttemptParts {
  readonly passwordTurns: PasswordTurns;
}

/** Separate from the passwords of the account: requests for links must not keep anyone from signing in. */
export function resetSubject(email: string): Subject {
  return ['reset', email.toLowerCase()];
}

/** Apart from what went wrong: asking for a link is no failure. */
export function resetAddressSubject(address: string): Subject {
  return ['reset_address', networkOf(address)];
}

/**
 * The row of a subject: one of a million, so that the size of the table is bounded. Two subjects share a row only by chance: the
 * key hides which, and the table does not show who tried what.
 */
function rowOf({ attemptKey }: AttemptParts, subject: Subject): Buffer {
  const digest = createHmac('sha256', attemptKey).update(JSON.stringify(subject)).digest();
  return Buffer.from([digest[0]! & 0x0f, digest[1]!, digest[2]!]);
}

/** Where attempts come from. Those from one place do not use up the attempts of another. */
export interface Origin {
  readonly kind: 'network' | 'known_browser' | 'session';
  readonly id: string;
}

/** A password or a code that is tried for an account, named by email or id, whether or not it exists. */
export interface AccountAttempt {
  readonly what: 'password' | 'code';
  readonly account: string;
  readonly from: Origin;
}

/** The origin of a person who is not signed in: a browser the account knows, else a network. */
export function originOf(
  cookies: SignInCookies,
  { header, address }: { readonly header: string | undefined; readonly address: string },
  email: string,
  nowMs: number,
): Origin {
  const id = findKnownBrowser(cookies, header, email, nowMs);
  return id === undefined ? { kind: 'network', id: networkOf(address) } : { kind: 'known_browser', id };
}

/**
 * Counts an attempt before it is made, in the database: however many come at once, on however many nodes, no more than the limit
 * are made within a window. Throws 429 `too_many_attempts`.
 */
export async function takeAttempt(parts: AttemptParts, who: Subject, limit: AttemptLimit): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const { attempts, windowStartsAtMs } = await countAttempt(
    parts.db,
    rowOf(parts, who),
    limit.windowMs,
    nowMs,
  );
  if (attempts <= limit.attempts) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((windowStartsAtMs + limit.windowMs - nowMs) / 1000));
  throw new ApiError('too_many_attempts', { retryAfterSeconds, message: waitMessage(retryAfterSeconds) });
}

function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

/**
 * Counts an attempt for the account by where it comes from, and then over all places of that kind: who has many networks gets further,
 * and not without end. What is refused for its place adds nothing to the sum.
 */
export async function takeAccountAttempt(parts: AttemptParts, attempt: AccountAttempt): Promise<void> {
  await takeAttempt(parts, ownSubject(attempt), ACCOUNT_ATTEMPTS);
  await takeAttempt(parts, everywhereSubject(attempt), EVERYWHERE_ATTEMPTS[attempt.what]);
}

/** Resets the count of the origin that got it right, not of others. Only once, however often it is called. */
export async function forgiveAccountAttempts(parts: AttemptParts, attempt: AccountAttempt): Promise<void> {
  if (await forgetAttempts(parts.db, rowOf(parts, ownSubject(attempt))))
    await uncountAttempt(parts.db, rowOf(parts, everywhereSubject(attempt)));
}

/** Resets the count of a subject that got it right. */
export async function forgiveAttempts(parts: AttemptParts, who: Subject): Promise<void> {
  await forgetAttempts(parts.db, rowOf(parts, who));
}

/** How many answers to a challenge were wrong, this one included. */
export async function countWrongCode(parts: AttemptParts, challenge: string): Promise<number> {
  const row = rowOf(parts, ['challenge', challenge]);
  return (await countAttempt(parts.db, row, CHALLENGE_S * 1000, parts.clock.nowMs())).attempts;
}

function ownSubject({ what, account, from }: AccountAttempt): Subject {
  return [what, account, from.kind, from.id];
}

function everywhereSubject({ what, account, from }: AccountAttempt): Subject {
  return [what, account, from.kind];
}

/** Work that hashes a password, of a person who is not known yet, in the turn of their network. */
export function inTurnOfNetwork<T>(
  { passwordTurns }: PasswordParts,
  exchange: HttpExchange,
  work: () => Promise<T>,
): Promise<T> {
  return passwordTurns.take(exchange, { kind: 'network', id: networkOf(exchange.address) }, work);
}

/** The same of a person who is signed in. */
export function inTurnOfPerson<T>(
  { passwordTurns }: PasswordParts,
  exchange: SignedInExchange,
  work: () => Promise<T>,
): Promise<T> {
  return passwordTurns.take(exchange, { kind: 'person', id: exchange.person.userId }, work);
}

/** Counts what comes from the network of a request; what was no failure is not held against the others there. */
export async function withinAddressLimit<T>(
  parts: AttemptParts,
  { address }: HttpExchange,
  attempt: () => Promise<T>,
): Promise<T> {
  const who = ['address', networkOf(address)];
  await takeAttempt(parts, who, ADDRESS_ATTEMPTS);
  const result = await attempt();
  await uncountAttempt(parts.db, rowOf(parts, who));
  return result;
}

/** A password at sign-in, in turn. From a browser that the account does not know, the failures of its whole network count too. */
export async function withinSignInLimit<T>(
  deps: PasswordParts & { readonly signInCookies: SignInCookies },
  exchange: HttpExchange,
  email: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const made = passwordAttempt(deps, exchange, email);
  const counted = async (): Promise<T> => {
    await takeAccountAttempt(deps, made);
    return attempt();
  };
  const { from, account } = made;
  const owner =
    from.kind === 'network' ? { kind: from.kind, id: from.id } : ({ kind: 'person', id: account } as const);
  return deps.passwordTurns.take(exchange, owner, () =>
    from.kind === 'network' ? withinAddressLimit(deps, exchange, counted) : counted(),
  );
}

/** The attempt that such a request makes. */
export function passwordAttempt(
  { clock, signInCookies }: AttemptParts & { readonly signInCookies: SignInCookies },
  { request, address }: HttpExchange,
  email: string,
): AccountAttempt {
  const from = originOf(signInCookies, { header: request.headers.cookie, address }, email, clock.nowMs());
  return { what: 'password', account: email.toLowerCase(), from };
}

/** Checks the password of a signed-in person again, before what a stolen session must not do. Counted per session, in turn. */
export function withinPasswordLimit<T>(
  parts: PasswordParts,
  exchange: SignedInExchange,
  attempt: () => Promise<T>,
): Promise<T> {
  const { userId, sessionId } = exchange.person;
  const made = { what: 'password', account: userId, from: { kind: 'session', id: sessionId } } as const;
  return inTurnOfPerson(parts, exchange, async () => {
    await takeAccountAttempt(parts, made);
    const result = await attempt();
    await forgiveAccountAttempts(parts, made);
    return result;
  });
}
