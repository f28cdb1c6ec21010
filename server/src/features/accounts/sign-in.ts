import type { Kysely } from 'kysely';
import { ApiError, type ErrorName, type SignInAnswer } from '@svc/contract';
import type { Exchange } from '#exchange';
import { endPlaygroundSessions } from '#features/code-sessions';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { accountSubject, clearAttempts, codeSubject, takeAttempt, withinAddressLimit } from './attempts.ts';
import { AT_THE_DOOR, callLibrary, IN_THE_ACCOUNT, type LibraryRequest } from './call-library.ts';
import type { AfterAnswer } from './after-answer.ts';
import type { OwnSessionsRooms } from './own-sessions.ts';
import type { PersonSessions } from './person-sessions.ts';
import { noteSignedIn, noteWrongCode, noteWrongPassword } from './sign-in-events.ts';
import type { SignInLibrary } from './sign-in-library.ts';
import { ACCOUNT_ATTEMPTS } from './sign-in-limits.ts';

export interface SignInRooms {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly library: SignInLibrary;
  readonly sessions: PersonSessions;
  readonly afterAnswer: AfterAnswer;
}

/** An answer, and the cookies that go with it. */
export interface Answered<Body extends object> {
  readonly body: Body;
  readonly cookies: readonly string[];
}

/** Signs in with a password; where an authenticator app is set up, its code is asked for next (D-CONS-1). */
export async function signIn(
  rooms: SignInRooms,
  exchange: Exchange,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Answered<SignInAnswer>> {
  const { db, clock, library } = rooms;
  const answer = await withinAddressLimit(rooms, exchange, async () => {
    await takeAttempt(db, accountSubject(email), ACCOUNT_ATTEMPTS, clock.nowMs());
    const call = (request: LibraryRequest) => library.api.signInEmail({ ...request, body: { email, password } });
    return callLibrary(exchange, AT_THE_DOOR, call).catch((error: unknown) => {
      if (isRefusal(error, 'sign_in_rejected')) rooms.afterAnswer.run(() => noteWrongPassword(rooms, exchange, email));
      throw error;
    });
  });
  const codeRequired = answer.body['twoFactorRedirect'] === true;
  // A password alone is not yet a success where a code is asked for: it could be tried on without end.
  if (!codeRequired) {
    await clearAttempts(db, accountSubject(email));
    await noteSignedIn(rooms, exchange, answer.cookies);
  }
  return { body: { type: 'sign_in', status: codeRequired ? 'code_required' : 'signed_in' }, cookies: answer.cookies };
}

export function confirmSignIn(
  rooms: SignInRooms,
  exchange: Exchange,
  { code }: { readonly code: string },
): Promise<Answered<SignInAnswer>> {
  return finish(rooms, exchange, (request) => rooms.library.api.verifyTOTP({ ...request, body: { code } }));
}

export function recoverSignIn(
  rooms: SignInRooms,
  exchange: Exchange,
  { code }: { readonly code: string },
): Promise<Answered<SignInAnswer>> {
  return finish(rooms, exchange, (request) => rooms.library.api.verifyBackupCode({ ...request, body: { code } }));
}

async function finish(
  rooms: SignInRooms,
  exchange: Exchange,
  call: (request: LibraryRequest) => Promise<Response>,
): Promise<Answered<SignInAnswer>> {
  const answer = await withinAddressLimit(rooms, exchange, () =>
    callLibrary(exchange, AT_THE_DOOR, call).catch((error: unknown) => {
      if (isRefusal(error, 'code_rejected')) rooms.afterAnswer.run(() => noteWrongCode(rooms, exchange));
      throw error;
    }),
  );
  const { id, email } = answer.body['user'] as { id: string; email: string };
  await clearAttempts(rooms.db, codeSubject(id));
  await clearAttempts(rooms.db, accountSubject(email));
  await noteSignedIn(rooms, exchange, answer.cookies);
  return { body: { type: 'sign_in', status: 'signed_in' }, cookies: answer.cookies };
}

function isRefusal(error: unknown, name: ErrorName): boolean {
  return error instanceof ApiError && error.catalogName === name;
}

/** Ends this session, and what its playground calls models with. */
export async function signOut(
  { db, clock, library, credentialsChanged }: SignInRooms & Pick<OwnSessionsRooms, 'credentialsChanged'>,
  exchange: Exchange,
): Promise<Answered<{ type: 'done' }>> {
  const { userId, sessionId: consoleSessionId } = exchange.person;
  const { cookies } = await callLibrary(exchange, IN_THE_ACCOUNT, (request) => library.api.signOut(request));
  const ended = await db.transaction().execute((trx) => endPlaygroundSessions(trx, { userId, consoleSessionId }, clock.nowMs()));
  await credentialsChanged(ended);
  return { body: { type: 'done' }, cookies };
}
