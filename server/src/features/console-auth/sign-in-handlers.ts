import type {
  SignInCall,
  SignInOperationId,
  SignUpOperationId,
  SingleSignOnOperationId,
} from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { HttpExchange, SignedInExchange } from '#exchange';
import type { Call } from '#features/module';
import { acceptInviteLink, readInviteLink } from './accept-invite-link.ts';
import { switchOrganization, updateAccount } from './account.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  setUpAuthenticator,
} from './authenticator-app.ts';
import { changePassword } from './change-password.ts';
import type { WithCookies } from './complete-sign-in.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './own-sessions.ts';
import { readOwnerLink, setUpOwner } from './owner-links.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { readSignIn } from './read-sign-in.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { confirmSignIn, recoverSignIn, signIn, signOut } from './sign-in.ts';
import type { AccountDeps } from './account.ts';
import type { OwnSessionsDeps } from './own-sessions.ts';
import type { LinkDeps } from './reset-password.ts';

export interface SignInHandlerDeps extends LinkDeps, OwnSessionsDeps, AccountDeps {
  readonly deployment: () => DeploymentConfig;
}

/** What answers an operation on the own account: its body, and the cookies that go with it. */
export type SignInHandler<C extends { credential: string; path: string; body: unknown; query: unknown }> = (
  exchange: C['credential'] extends 'none' ? HttpExchange : SignedInExchange,
  call: Call<C>,
) => Promise<WithCookies<object>>;

/** One handler per operation; an operation without one does not compile. Sign-up and single sign-on are features of their own. */
export type SignInHandlers = {
  readonly [Id in Exclude<SignInOperationId, SignUpOperationId | SingleSignOnOperationId>]: SignInHandler<
    SignInCall<Id>
  >;
};

export function signInHandlers(deps: SignInHandlerDeps): SignInHandlers {
  return { ...publicHandlers(deps), ...accountHandlers(deps), ...factorHandlers(deps) };
}

function publicHandlers(deps: SignInHandlerDeps) {
  return {
    readEntrances: () => {
      const signUp = deps.deployment().signup?.mode ?? 'off';
      return plain(Promise.resolve({ type: 'entrances', sign_up: signUp }));
    },
    signIn: (exchange, { body }) => signIn(deps, exchange, body),
    confirmSignIn: (exchange, { body }) => confirmSignIn(deps, exchange, body),
    recoverSignIn: (exchange, { body }) => recoverSignIn(deps, exchange, body),
    beginPasskeySignIn: () => beginPasskeySignIn(deps),
    signInWithPasskey: (exchange, { body }) => signInWithPasskey(deps, exchange, body),
    readOwnerLink: (exchange, { body }) => plain(readOwnerLink(deps, exchange, body)),
    setUpOwner: (exchange, { body }) => setUpOwner(deps, exchange, body),
    requestPasswordReset: (exchange, { body }) => plain(requestPasswordReset(deps, exchange, body)),
    resetPassword: (exchange, { body }) => resetPassword(deps, exchange, body),
    readInviteLink: (exchange, { body }) => plain(readInviteLink(deps, exchange, body)),
    acceptInviteLink: (exchange, { body }) => acceptInviteLink(deps, exchange, body),
    signOut: (exchange) => signOut(deps, exchange),
    readSignIn: ({ person }) => plain(readSignIn(deps, person)),
  } satisfies Partial<SignInHandlers>;
}

function accountHandlers(deps: SignInHandlerDeps) {
  return {
    updateAccount: ({ person }, { body }) => plain(updateAccount(deps, person, body)),
    switchOrganization: ({ person }, { body }) => plain(switchOrganization(deps, person, body)),
    listSessions: ({ person }, { query }) => plain(listSessions(deps, person, query)),
    revokeSession: (exchange, { params }) => plain(revokeSession(deps, exchange, params.session_id)),
    revokeOtherSessions: (exchange) => plain(revokeOtherSessions(deps, exchange)),
    changePassword: (exchange, { body }) => changePassword(deps, exchange, body),
  } satisfies Partial<SignInHandlers>;
}

function factorHandlers(deps: SignInHandlerDeps) {
  return {
    setUpAuthenticator: (exchange, { body }) => setUpAuthenticator(deps, exchange, body),
    confirmAuthenticator: (exchange, { body }) => confirmAuthenticator(deps, exchange, body),
    removeAuthenticator: (exchange, { body }) => removeAuthenticator(deps, exchange, body),
    renewRecoveryCodes: (exchange, { body }) => renewRecoveryCodes(deps, exchange, body),
    listPasskeys: ({ person }) => plain(listPasskeys(deps, person)),
    beginPasskey: (exchange, { body }) => beginPasskey(deps, exchange, body),
    addPasskey: (exchange, { body }) => addPasskey(deps, exchange, body),
    removePasskey: (exchange, { params, body }) =>
      plain(removePasskey(deps, exchange, params.passkey_id, body)),
  } satisfies Partial<SignInHandlers>;
}

async function plain<Body extends object>(body: Promise<Body>): Promise<WithCookies<Body>> {
  return { body: await body, cookies: [] };
}
