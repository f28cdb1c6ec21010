import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { newId } from '#kit';
import type { Tables } from '#store';
import { countWrongCode, originOf, type AccountAttempt, type AttemptParts } from './attempts.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import { CHALLENGE_S, MAX_WRONG_CODES } from './sign-in-limits.ts';
import { deleteCodeChallenge, findChallenged, insertCodeChallenge } from './store/challenges.ts';
import { holdConnection } from './store/sso-connections.ts';
import type { SignInUser, SignInVia } from './store/sign-in-users.ts';

interface ChallengeDeps extends AttemptParts {
  readonly signInCookies: SignInCookies;
}

/** A person whose first factor was right, and who is asked for a code. */
export interface Challenged {
  readonly userId: string;
  readonly email: string;
  readonly via?: SignInVia | undefined;
  /** By which the challenge is found: a digest of the browser's cookie. */
  readonly challenge: string;
  readonly attempt: AccountAttempt;
}

/** Stores that the first factor was right, and returns the cookie by which the code finds it. */
export async function createCodeChallenge(
  { db, clock, signInCookies }: ChallengeDeps,
  { userId, via }: Pick<SignInUser, 'userId' | 'via'>,
): Promise<string> {
  const nowMs = clock.nowMs();
  const token = `2fa-${randomBytes(24).toString('base64url')}`;
  const challenge = { id: newId('signin_', nowMs), identifier: digest(token), userId, via };
  await insertCodeChallenge(db, { ...challenge, expiresAtMs: nowMs + CHALLENGE_S * 1000 }, nowMs);
  return signInCookies.setSigned('two_factor', token, CHALLENGE_S);
}

/** Who is asked for a code in this browser. Throws 401 `sign_in_expired`. */
export async function requireChallenged(
  deps: ChallengeDeps,
  { request, address }: HttpExchange,
): Promise<Challenged> {
  const { db, signInCookies } = deps;
  const nowMs = deps.clock.nowMs();
  const header = request.headers.cookie;
  const token = signInCookies.findSigned(header, 'two_factor');
  const person = token === undefined ? undefined : await findChallenged(db, digest(token), nowMs);
  if (!person) throw new ApiError('sign_in_expired');
  const from = originOf(signInCookies, { header, address }, person.email, nowMs);
  return { ...person, challenge: digest(token!), attempt: { what: 'code', account: person.userId, from } };
}

/** Counts a wrong code. After a few the challenge ends, and the first factor has to be proved again. */
export async function noteWrongCode(deps: ChallengeDeps, challenge: string): Promise<void> {
  const wrong = await countWrongCode(deps, challenge);
  if (wrong >= MAX_WRONG_CODES) await deleteCodeChallenge(deps.db, challenge);
}

/** Uses the challenge up. Throws 401 `sign_in_expired` when another request did, or the connection it began by was disabled. */
export async function claimCodeChallenge(
  trx: Kysely<Tables>,
  { challenge, via }: Pick<Challenged, 'challenge' | 'via'>,
): Promise<void> {
  const isActive = via === undefined || (await holdConnection(trx, via.connectionId));
  if (!isActive || !(await deleteCodeChallenge(trx, challenge))) throw new ApiError('sign_in_expired');
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
