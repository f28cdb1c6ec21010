import type { ConsoleClientCalls } from '@svc/contract';
import { call } from './console-api.ts';

/** The way in: none of these needs a session. Each answers how far the sign-in got; the cookie comes along. */
export const signIn = {
  /** How people of the email's domain sign in; nothing about the address. `url` null: with a password. */
  begin: (email: string) => call('beginSignIn', { body: { email } }),
  withPassword: (email: string, password: string) => call('signIn', { body: { email, password } }),
  withCode: (code: string) => call('confirmSignIn', { body: { code } }),
  withRecoveryCode: (code: string) => call('recoverSignIn', { body: { code } }),
};

export const signOut = () => call('signOut');

/** Who is signed in, whether or not they are in an organization. */
export const readSignIn = () => call('readSignIn');

export type OwnerSetup = ConsoleClientCalls['setUpOwner']['body'];

/** Where the links of mails and of the first start lead. Each token works once. */
export const links = {
  readOwnerLink: (token: string) => call('readOwnerLink', { body: { token } }),
  setUpOwner: (body: OwnerSetup) => call('setUpOwner', { body }),
  readInviteLink: (token: string) => call('readInviteLink', { body: { token } }),
  acceptInviteLink: (body: ConsoleClientCalls['acceptInviteLink']['body']) =>
    call('acceptInviteLink', { body }),
  requestReset: (email: string) => call('requestPasswordReset', { body: { email } }),
  resetPassword: (token: string, password: string) => call('resetPassword', { body: { token, password } }),
};
