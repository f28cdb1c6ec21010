import { ApiError, type Passkey, type SignInAnswer } from '@svc/contract';
import type { Exchange, Person } from '#exchange';
import { toTimestamp } from '#kit';
import { withinAddressLimit } from './attempts.ts';
import { AT_THE_DOOR, callLibrary, IN_THE_ACCOUNT } from './call-library.ts';
import { noteSignedIn } from './sign-in-events.ts';
import type { SignInLibrary } from './sign-in-library.ts';
import type { Answered, SignInRooms } from './sign-in.ts';
import { deletePasskey, findPasskeys, type StoredPasskey } from './store/passkeys.ts';

/** As the contract's schema checked it; the ceremony checks what it means. */
type PasskeyResponse = NonNullable<Parameters<SignInLibrary['api']['verifyPasskeyAuthentication']>[0]>['body']['response'];

/** The person's passkeys, oldest first. */
export async function listPasskeys({ db }: SignInRooms, { userId }: Person): Promise<object> {
  return { object: 'list', data: (await findPasskeys(db, userId)).map(toPasskey) };
}

export async function removePasskey({ db }: SignInRooms, { userId }: Person, id: string): Promise<object> {
  if (!(await deletePasskey(db, userId, id))) throw new ApiError('passkey_not_found');
  return { id, type: 'passkey', deleted: true };
}

/** What the browser is to make. A session of long ago must not get itself a way in that stays. */
export async function beginPasskey({ library }: SignInRooms, exchange: Exchange): Promise<Answered<object>> {
  return callLibrary(exchange, IN_THE_ACCOUNT, (request) => library.api.generatePasskeyRegistrationOptions({ ...request, query: {} }));
}

export async function addPasskey(
  { db, library }: SignInRooms,
  exchange: Exchange,
  body: { readonly name: string; readonly response: object },
): Promise<Answered<Passkey>> {
  const { body: added, cookies } = await callLibrary(exchange, IN_THE_ACCOUNT, (request) =>
    library.api.verifyPasskeyRegistration({ ...request, body }),
  );
  const passkey = (await findPasskeys(db, exchange.person.userId)).find(({ id }) => id === added['id']);
  if (!passkey) throw new ApiError('passkey_not_found');
  return { body: toPasskey(passkey), cookies };
}

export async function beginPasskeySignIn(rooms: SignInRooms, exchange: Exchange): Promise<Answered<object>> {
  const { body, cookies } = await withinAddressLimit(rooms, exchange, () =>
    callLibrary(exchange, AT_THE_DOOR, (request) => rooms.library.api.generatePasskeyAuthenticationOptions(request)),
  );
  // The library asks for it where the device likes to; here it is refused without.
  return { body: { ...body, userVerification: 'required' }, cookies };
}

export async function signInWithPasskey(
  rooms: SignInRooms,
  exchange: Exchange,
  { response }: { readonly response: object },
): Promise<Answered<SignInAnswer>> {
  const { cookies } = await withinAddressLimit(rooms, exchange, () =>
    callLibrary(exchange, AT_THE_DOOR, (request) =>
      rooms.library.api.verifyPasskeyAuthentication({ ...request, body: { response: response as PasskeyResponse } }),
    ),
  );
  await noteSignedIn(rooms, exchange, cookies);
  return { body: { type: 'sign_in', status: 'signed_in' }, cookies };
}

function toPasskey({ id, name, created_at: createdAt }: StoredPasskey): Passkey {
  return { id, type: 'passkey', name: name ?? '', created_at: toTimestamp(createdAt) };
}
