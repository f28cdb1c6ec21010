import type { InviteLink, OwnerLink, ResetRequested, SignedIn, SignInAnswer } from '@svc/contract';
import { call } from './console-api.ts';

/** The way in: none of these needs a session. Each answers how far the sign-in got; the cookie comes along. */
export const signIn = {
  withPassword: (email: string, password: string) =>
    call<SignInAnswer>('POST', '/auth/sign_in', { body: { email, password } }),
  withCode: (code: string) => call<SignInAnswer>('POST', '/auth/sign_in/code', { body: { code } }),
  withRecoveryCode: (code: string) =>
    call<SignInAnswer>('POST', '/auth/sign_in/recovery_code', { body: { code } }),
};

export const signOut = () => call('POST', '/auth/sign_out');

/** Who is signed in, whether or not they are in an organization. */
export const readSignIn = () => call<SignedIn>('GET', '/auth/session');

export interface OwnerSetup {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Where the links of mails and of the first start lead. Each token works once. */
export const links = {
  readOwnerLink: (token: string) => call<OwnerLink>('POST', '/auth/set_up/read', { body: { token } }),
  setUpOwner: (body: OwnerSetup) => call<SignInAnswer>('POST', '/auth/set_up', { body }),
  readInviteLink: (token: string) => call<InviteLink>('POST', '/auth/invite/read', { body: { token } }),
  acceptInviteLink: (body: { readonly token: string; readonly name?: string; readonly password?: string }) =>
    call<SignInAnswer>('POST', '/auth/invite', { body }),
  requestReset: (email: string) => call<ResetRequested>('POST', '/auth/password_reset', { body: { email } }),
  resetPassword: (token: string, password: string) =>
    call('POST', '/auth/password_reset/finish', { body: { token, password } }),
};
