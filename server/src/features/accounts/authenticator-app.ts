import type { SignedIn } from '@svc/contract';
import type { Exchange } from '#exchange';
import type { AccountRooms } from './account.ts';
import { withinPasswordLimit } from './attempts.ts';
import { callLibrary, IN_THE_ACCOUNT, type LibraryRequest } from './call-library.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { readSignIn } from './read-sign-in.ts';
import { resume } from './resume.ts';
import type { Answered, SignInRooms } from './sign-in.ts';

type Rooms = SignInRooms & AccountRooms;

interface Password {
  readonly password: string;
}

/** Begins to set up an authenticator app. It is asked for when its first code was confirmed. */
export async function setUpAuthenticator(rooms: Rooms, exchange: Exchange, body: Password): Promise<Answered<object>> {
  const { totpURI: uri, backupCodes } = await withPassword(rooms, exchange, (request) =>
    rooms.library.api.enableTwoFactor({ ...request, body }),
  );
  return { body: { type: 'authenticator_setup', uri, recovery_codes: backupCodes }, cookies: [] };
}

/** Answers with a session of its own: the earlier one began without a second factor. */
export async function confirmAuthenticator(rooms: Rooms, exchange: Exchange, body: { readonly code: string }): Promise<Answered<SignedIn>> {
  const { cookies } = await callLibrary(exchange, IN_THE_ACCOUNT, (request) => rooms.library.api.verifyTOTP({ ...request, body }));
  return cookies.length > 0 ? resume(rooms, exchange.person, cookies) : { body: await readSignIn(rooms, exchange.person), cookies };
}

/** A recovery code will do: whoever lost the app is to set up another one. */
export async function removeAuthenticator(
  rooms: Rooms,
  exchange: Exchange,
  { password, code }: Password & { readonly code: string },
): Promise<Answered<SignedIn>> {
  const { api } = rooms.library;
  await withPassword(rooms, exchange, (request) => api.verifyPassword({ ...request, body: { password } }));
  // Behind the password: a code that was taken cannot be sent again.
  if (code.includes('-')) await spendRecoveryCode(rooms, exchange, code);
  else await confirmSecondFactor(rooms, exchange.person, code);
  const { cookies } = await callLibrary(exchange, IN_THE_ACCOUNT, (request) => api.disableTwoFactor({ ...request, body: { password } }));
  return resume(rooms, exchange.person, cookies);
}

async function spendRecoveryCode({ library }: Rooms, exchange: Exchange, code: string): Promise<void> {
  const body = { code, disableSession: true };
  await callLibrary(exchange, IN_THE_ACCOUNT, (request) => library.api.verifyBackupCode({ ...request, body }));
}

/** New recovery codes; the old ones sign in no more. */
export async function renewRecoveryCodes(rooms: Rooms, exchange: Exchange, body: Password): Promise<Answered<object>> {
  const { backupCodes } = await withPassword(rooms, exchange, (request) => rooms.library.api.generateBackupCodes({ ...request, body }));
  return { body: { type: 'recovery_codes', recovery_codes: backupCodes }, cookies: [] };
}

async function withPassword(rooms: Rooms, exchange: Exchange, call: (request: LibraryRequest) => Promise<Response>) {
  const { body } = await withinPasswordLimit(rooms, exchange.person, () => callLibrary(exchange, IN_THE_ACCOUNT, call));
  return body;
}
