import type { Kysely } from 'kysely';
import { ApiError, type SignInOutcome } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import type { Tables } from '#store';
import type { AttemptParts } from './attempts.ts';
import { createCodeChallenge } from './code-challenges.ts';
import { rememberBrowser } from './known-browsers.ts';
import type { PersonSessions } from './person-sessions.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import { noteSignedIn } from './sign-in-events.ts';
import { lockForSignIn } from './store/person-lock.ts';
import { mustUseConnection, noteSignOn } from './store/sso-connections.ts';
import type { SignInUser } from './store/sign-in-users.ts';

/** An answer, and the cookies that go with it. */
export interface WithCookies<Body extends object> {
  readonly body: Body;
  readonly cookies: readonly string[];
}

export interface SessionDeps extends AttemptParts {
  readonly signInCookies: SignInCookies;
  readonly sessions: PersonSessions;
}

/** Uses up what proved a person, or looks whether it still does, in the transaction of what they get for it. Throws where it does not. */
export type ClaimProof = (trx: Kysely<Tables>) => Promise<void>;

/**
 * Continues after the first factor, of any kind: asks for a code if the person has an authenticator app, else signs them in. Throws 403
 * `account_disabled`.
 */
export async function continueSignIn(
  deps: SessionDeps,
  exchange: HttpExchange,
  user: SignInUser,
  claim?: ClaimProof,
): Promise<WithCookies<SignInOutcome>> {
  requireEnabled(user);
  if (!user.hasSecondFactor) return completeSignIn(deps, exchange, user, claim);
  const cookie = await deps.db.transaction().execute(async (trx) => {
    await lockForSignIn(trx, user.userId);
    await requireAllowed(trx, user);
    await claim?.(trx);
    return createCodeChallenge({ ...deps, db: trx }, user);
  });
  const body = { type: 'sign_in', status: 'code_required' } as const;
  // The browser's earlier session would be taken for the new one.
  return { body, cookies: [deps.signInCookies.clear('session_token'), cookie] };
}

/** Signs in a person who has proved every factor. */
export async function completeSignIn(
  deps: SessionDeps,
  exchange: HttpExchange,
  user: Pick<SignInUser, 'userId' | 'email' | 'via'>,
  claim?: ClaimProof,
): Promise<WithCookies<SignInOutcome>> {
  const { db, clock, sessions, signInCookies } = deps;
  const nowMs = clock.nowMs();
  const { cookie } = await db.transaction().execute(async (trx) => {
    await lockForSignIn(trx, user.userId);
    await requireAllowed(trx, user);
    await claim?.(trx);
    const session = await sessions.start(trx, exchange, user.userId, user.via);
    if (user.via) await noteSignOn(trx, { ...user.via, userId: user.userId }, nowMs);
    await noteSignedIn(trx, exchange, { ...user, ...session }, nowMs);
    return session;
  });
  const known = rememberBrowser(signInCookies, exchange.request.headers.cookie, user.email, nowMs);
  return { body: { type: 'sign_in', status: 'signed_in' }, cookies: [cookie, known] };
}

/** Whatever the first factor was. Single sign-on may have been required since it was right (SSO-13). */
async function requireAllowed(
  trx: Kysely<Tables>,
  { userId, via }: Pick<SignInUser, 'userId' | 'via'>,
): Promise<void> {
  if (via === undefined && (await mustUseConnection(trx, userId))) throw new ApiError('sign_in_rejected');
}

export function requireEnabled({ account }: Pick<SignInUser, 'account'>): void {
  if (account !== 'enabled') throw new ApiError('account_disabled');
}
