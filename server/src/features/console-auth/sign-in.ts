import { ApiError, type ErrorName, type SignInAnswer } from '@svc/contract';
import type { HttpExchange, SignedInExchange } from '#exchange';
import { endPlaygroundSessions } from '#features/oauth';
import type { FactorChange } from '#features/mail';
import type { Scheduler } from '#jobs';
import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import {
  forgiveAccountAttempts,
  passwordAttempt,
  withinSignInLimit,
  type PasswordParts,
} from './attempts.ts';
import {
  UNAUTHENTICATED_CALL,
  callBetterAuth,
  AUTHENTICATED_CALL,
  type BetterAuthAnswer,
  type BetterAuthRequest,
} from './call-better-auth.ts';
import { changeByBetterAuth, noteFactorChange } from './change-factor.ts';
import type { OwnSessionsDeps } from './own-sessions.ts';
import type { PersonSessions } from './person-sessions.ts';
import { noteSignedIn, noteWrongCode, noteWrongPassword } from './sign-in-events.ts';
import type { BetterAuth } from './better-auth.ts';

export interface SignInDeps extends PasswordParts {
  readonly betterAuth: BetterAuth;
  readonly sessions: PersonSessions;
  /** For work that only some attempts need, so that the time of the response does not reveal which. */
  readonly scheduler: Scheduler;
}

/** An answer, and the cookies that go with it. */
export interface Answered<Body extends object> {
  readonly body: Body;
  readonly cookies: readonly string[];
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in with a password; where an authenticator app is set up, its code is asked for next (D-CONS-1). */
export async function signIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  credentials: Credentials,
): Promise<Answered<SignInAnswer>> {
  const { email } = credentials;
  const { answer, codeRequired } = await withinSignInLimit(deps, exchange, email, () =>
    tryPassword(deps, exchange, credentials),
  );
  // A password alone is not yet a success where a code is asked for: it could be tried on without end.
  if (codeRequired) return codeAsked(answer);
  await forgiveAccountAttempts(deps, await passwordAttempt(deps, exchange, email));
  return signedIn(deps, exchange, answer);
}

/** With a password that was chosen at this moment, by a link that is as good a proof: no attempt, which others could use up. */
export async function signInAnew(
  deps: SignInDeps,
  exchange: HttpExchange,
  credentials: Credentials,
): Promise<Answered<SignInAnswer>> {
  const { from } = await passwordAttempt(deps, exchange, credentials.email);
  const { answer, codeRequired } = await deps.passwordTurns.take(exchange, from, () =>
    tryPassword(deps, exchange, credentials),
  );
  return codeRequired ? codeAsked(answer) : signedIn(deps, exchange, answer);
}

async function tryPassword(deps: SignInDeps, exchange: HttpExchange, body: Credentials) {
  const call = (request: BetterAuthRequest) => deps.betterAuth.api.signInEmail({ ...request, body });
  const answer = await callBetterAuth(exchange, UNAUTHENTICATED_CALL, call).catch((error: unknown) => {
    if (isRefusal(error, 'sign_in_rejected'))
      deps.scheduler.once('accounts.note_wrong_password', () =>
        noteWrongPassword(deps, exchange, body.email),
      );
    throw error;
  });
  return { answer, codeRequired: answer.body['twoFactorRedirect'] === true };
}

function codeAsked({ cookies }: BetterAuthAnswer): Answered<SignInAnswer> {
  return { body: { type: 'sign_in', status: 'code_required' }, cookies };
}

async function signedIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  { cookies }: BetterAuthAnswer,
): Promise<Answered<SignInAnswer>> {
  return {
    body: { type: 'sign_in', status: 'signed_in' },
    cookies: await noteSignedIn(deps, exchange, cookies),
  };
}

export function confirmSignIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  { code }: { readonly code: string },
): Promise<Answered<SignInAnswer>> {
  return finish(deps, exchange, (request) => deps.betterAuth.api.verifyTOTP({ ...request, body: { code } }));
}

export function recoverSignIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  { code }: { readonly code: string },
): Promise<Answered<SignInAnswer>> {
  return finish(
    deps,
    exchange,
    (request) => deps.betterAuth.api.verifyBackupCode({ ...request, body: { code } }),
    'recovery_code.used',
  );
}

interface BetterAuthUser {
  readonly id: string;
  readonly email: string;
}

/** Codes are counted where they are checked, for the account that needs one. */
async function finish(
  deps: SignInDeps,
  exchange: HttpExchange,
  call: (request: BetterAuthRequest) => Promise<Response>,
  change?: FactorChange,
): Promise<Answered<SignInAnswer>> {
  const tell = async (trx: Kysely<Tables>, { body }: BetterAuthAnswer): Promise<void> => {
    const { id: userId, email } = body['user'] as BetterAuthUser;
    if (change) await noteFactorChange(trx, exchange, { userId, email, change }, deps.clock.nowMs());
  };
  const answer = await changeByBetterAuth(
    deps,
    () => callBetterAuth(exchange, UNAUTHENTICATED_CALL, call),
    tell,
  ).catch((error: unknown) => {
    if (isRefusal(error, 'code_rejected'))
      deps.scheduler.once('accounts.note_wrong_code', () => noteWrongCode(deps, exchange));
    throw error;
  });
  const { id, email } = answer.body['user'] as BetterAuthUser;
  const password = await passwordAttempt(deps, exchange, email);
  await forgiveAccountAttempts(deps, { what: 'code', account: id, from: password.from });
  await forgiveAccountAttempts(deps, password);
  return signedIn(deps, exchange, answer);
}

function isRefusal(error: unknown, name: ErrorName): boolean {
  return error instanceof ApiError && error.catalogName === name;
}

/** Ends this session, and what its playground calls models with. */
export async function signOut(
  { db, clock, betterAuth, credentialsChanged }: SignInDeps & Pick<OwnSessionsDeps, 'credentialsChanged'>,
  exchange: SignedInExchange,
): Promise<Answered<{ type: 'done' }>> {
  const { userId, sessionId: consoleSessionId } = exchange.person;
  const { cookies } = await callBetterAuth(exchange, AUTHENTICATED_CALL, (request) =>
    betterAuth.api.signOut(request),
  );
  const ended = await db
    .transaction()
    .execute((trx) => endPlaygroundSessions(trx, { userId, consoleSessionId }, clock.nowMs()));
  await credentialsChanged(ended);
  return { body: { type: 'done' }, cookies };
}
