import type { Kysely } from 'kysely';
import { ApiError, type LimitValues, type SignInOutcome } from '@svc/contract';
import type { HttpExchange, SignedInExchange } from '#exchange';
import { endPlaygroundSessions } from '#features/oauth';
import type { Scheduler } from '#jobs';
import type { Log } from '#kit';
import type { Tables } from '#store';
import {
  forgiveAccountAttempts,
  passwordAttempt,
  takeAccountAttempt,
  withinSignInLimit,
  type PasswordParts,
} from './attempts.ts';
import { takeCode, type CodeDeps } from './authenticator-code.ts';
import { claimCodeChallenge, noteWrongCode, requireChallenged, type Challenged } from './code-challenges.ts';
import {
  completeSignIn,
  continueSignIn,
  requireEnabled,
  type WithCookies,
  type SessionDeps,
} from './complete-sign-in.ts';
import type { OwnSessionsDeps } from './own-sessions.ts';
import { isPassword } from './passwords.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { noteFailed } from './sign-in-events.ts';
import { deleteSessions } from './store/own-sessions.ts';
import { findPassword } from './store/passwords.ts';
import { findUserWithPassword, readSignInUser, type SignInUser } from './store/sign-in-users.ts';

export interface SignInDeps extends PasswordParts, SessionDeps, CodeDeps {
  readonly limits: () => LimitValues;
  /** Public address of the service, which passkeys are bound to. */
  readonly baseUrl: string;
  readonly log: Log;
  /** For work that only some attempts need, so that the time of the response does not reveal which. */
  readonly scheduler: Scheduler;
}

/** With the hash of the password that was right. */
type ProvenUser = SignInUser & { readonly password: string | null };

export interface ChosenPassword {
  readonly userId: string;
  /** Its hash. */
  readonly password: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in with a password; where an authenticator app is set up, its code is asked for next (D-CONS-1). Where an organization requires single
 * sign-on, every password is a wrong one (D-SSO-19).
 */
export async function signIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  credentials: Credentials,
): Promise<WithCookies<SignInOutcome>> {
  const { email } = credentials;
  const user = await withinSignInLimit(deps, exchange, email, () =>
    requirePassword(deps, exchange, credentials),
  );
  const responded = await continueSignIn(deps, exchange, user, (trx) => requireSamePassword(trx, user));
  // A password alone is not yet a success where a code is asked for: it could be tried on without end.
  if (!user.hasSecondFactor) await forgiveAccountAttempts(deps, passwordAttempt(deps, exchange, email));
  return responded;
}

/**
 * Signs in after a link, which proves as much as the password that was just chosen by it. No attempt is counted, which others could use up.
 * Throws 401 `sign_in_rejected` when a reset has taken the password away again.
 */
export async function signInWithNewPassword(
  deps: SignInDeps,
  exchange: HttpExchange,
  chosen: ChosenPassword,
): Promise<WithCookies<SignInOutcome>> {
  const user = await readSignInUser(deps.db, chosen.userId);
  return continueSignIn(deps, exchange, user, (trx) => requireSamePassword(trx, chosen));
}

async function requirePassword(
  deps: SignInDeps,
  exchange: HttpExchange,
  { email, password }: Credentials,
): Promise<ProvenUser> {
  const user = await findUserWithPassword(deps.db, email);
  const isRight = await isPassword(user?.password, password);
  if (!user || !isRight || user.mustUseConnection) {
    if (user) deps.scheduler.once('accounts.note_wrong_password', () => noteFailed(deps, exchange, user));
    throw new ApiError('sign_in_rejected');
  }
  requireEnabled(user);
  return user;
}

/** Since the password was checked or chosen it may have been changed or reset. */
async function requireSamePassword(
  trx: Kysely<Tables>,
  { userId, password }: Pick<ProvenUser, 'userId' | 'password'>,
): Promise<void> {
  if ((await findPassword(trx, userId)) !== password) throw new ApiError('sign_in_rejected');
}

/** The second step, with a code of the authenticator app. */
export async function confirmSignIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  { code }: { readonly code: string },
): Promise<WithCookies<SignInOutcome>> {
  const challenged = await requireChallenged(deps, exchange);
  const factor = await takeCode(deps, challenged.attempt, code);
  return finish(deps, exchange, challenged, factor?.isVerified === true);
}

/** The second step, with a recovery code. */
export async function recoverSignIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  { code }: { readonly code: string },
): Promise<WithCookies<SignInOutcome>> {
  const challenged = await requireChallenged(deps, exchange);
  await takeAccountAttempt(deps, challenged.attempt);
  return finish(deps, exchange, challenged, await spendRecoveryCode(deps, exchange, challenged, code));
}

async function finish(
  deps: SignInDeps,
  exchange: HttpExchange,
  challenged: Challenged,
  isRight: boolean,
): Promise<WithCookies<SignInOutcome>> {
  if (!isRight) {
    await noteWrongCode(deps, challenged.challenge);
    deps.scheduler.once('accounts.note_wrong_code', () => noteFailed(deps, exchange, challenged));
    throw new ApiError('code_rejected');
  }
  const { body, cookies } = await completeSignIn(deps, exchange, challenged, (trx) =>
    claimCodeChallenge(trx, challenged),
  );
  await forgiveAccountAttempts(deps, challenged.attempt);
  await forgiveAccountAttempts(deps, passwordAttempt(deps, exchange, challenged.email));
  return { body, cookies: [...cookies, deps.signInCookies.clear('two_factor')] };
}

/** Ends this session, and what its playground calls models with. */
export async function signOut(
  { db, clock, signInCookies, credentialsChanged }: SignInDeps & Pick<OwnSessionsDeps, 'credentialsChanged'>,
  exchange: SignedInExchange,
): Promise<WithCookies<{ type: 'done' }>> {
  const { userId, sessionId: consoleSessionId } = exchange.person;
  const ended = await db.transaction().execute(async (trx) => {
    await deleteSessions(trx, userId, { id: consoleSessionId });
    return endPlaygroundSessions(trx, { userId, consoleSessionId }, clock.nowMs());
  });
  await credentialsChanged(ended);
  return { body: { type: 'done' }, cookies: [signInCookies.clear('session_token')] };
}
