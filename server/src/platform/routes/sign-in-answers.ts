import type { SignInCall, SignInOperationId } from '@svc/contract';
import type { Exchange } from '#exchange';
import {
  acceptInvitation,
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  changePassword,
  confirmAuthenticator,
  confirmSignIn,
  listPasskeys,
  listSessions,
  readInvitation,
  readOwnerLink,
  readSignIn,
  recoverSignIn,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  requestPasswordReset,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  setUpAuthenticator,
  setUpOwner,
  signIn,
  signInWithPasskey,
  signOut,
  switchOrganization,
  updateAccount,
  type Answered,
} from '#features/accounts';
import type { Call } from './call.ts';
import type { Rooms } from '../rooms.ts';

/** What answers an operation on the own account: its body, and the cookies that go with it. */
type AnswerOf<C extends { path: string; body: unknown; query: unknown }> = (exchange: Exchange, call: Call<C>) => Promise<Answered<object>>;

/** One answer per operation; an operation without one does not compile. */
export type SignInAnswers = { readonly [Id in SignInOperationId]: AnswerOf<SignInCall<Id>> };

export function signInAnswers(rooms: Rooms): SignInAnswers {
  return { ...doorstepAnswers(rooms), ...accountAnswers(rooms), ...factorAnswers(rooms) };
}

function doorstepAnswers(rooms: Rooms) {
  return {
    signIn: (exchange, { body }) => signIn(rooms, exchange, body),
    confirmSignIn: (exchange, { body }) => confirmSignIn(rooms, exchange, body),
    recoverSignIn: (exchange, { body }) => recoverSignIn(rooms, exchange, body),
    beginPasskeySignIn: (exchange) => beginPasskeySignIn(rooms, exchange),
    signInWithPasskey: (exchange, { body }) => signInWithPasskey(rooms, exchange, body),
    readOwnerLink: (exchange, { body }) => plain(readOwnerLink(rooms, exchange, body)),
    setUpOwner: (exchange, { body }) => setUpOwner(rooms, exchange, body),
    requestPasswordReset: (exchange, { body }) => plain(requestPasswordReset(rooms, exchange, body)),
    resetPassword: (exchange, { body }) => plain(resetPassword(rooms, exchange, body)),
    readInvitation: (exchange, { body }) => plain(readInvitation(rooms, exchange, body)),
    acceptInvitation: (exchange, { body }) => acceptInvitation(rooms, exchange, body),
    signOut: (exchange) => signOut(rooms, exchange),
    readSignIn: ({ person }) => plain(readSignIn(rooms, person)),
  } satisfies Partial<SignInAnswers>;
}

function accountAnswers(rooms: Rooms) {
  return {
    updateAccount: ({ person }, { body }) => plain(updateAccount(rooms, person, body)),
    switchOrganization: ({ person }, { body }) => plain(switchOrganization(rooms, person, body)),
    listSessions: ({ person }, { query }) => plain(listSessions(rooms, person, query)),
    revokeSession: (exchange, { params }) => plain(revokeSession(rooms, exchange, params.session_id)),
    revokeOtherSessions: (exchange) => plain(revokeOtherSessions(rooms, exchange)),
    changePassword: (exchange, { body }) => changePassword(rooms, exchange, body),
  } satisfies Partial<SignInAnswers>;
}

function factorAnswers(rooms: Rooms) {
  return {
    setUpAuthenticator: (exchange, { body }) => setUpAuthenticator(rooms, exchange, body),
    confirmAuthenticator: (exchange, { body }) => confirmAuthenticator(rooms, exchange, body),
    removeAuthenticator: (exchange, { body }) => removeAuthenticator(rooms, exchange, body),
    renewRecoveryCodes: (exchange, { body }) => renewRecoveryCodes(rooms, exchange, body),
    listPasskeys: ({ person }) => plain(listPasskeys(rooms, person)),
    beginPasskey: (exchange) => beginPasskey(rooms, exchange),
    addPasskey: (exchange, { body }) => addPasskey(rooms, exchange, body),
    removePasskey: ({ person }, { params }) => plain(removePasskey(rooms, person, params.passkey_id)),
  } satisfies Partial<SignInAnswers>;
}

async function plain<Body extends object>(body: Promise<Body>): Promise<Answered<Body>> {
  return { body: await body, cookies: [] };
}
