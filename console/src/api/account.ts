import { queryOptions } from '@tanstack/react-query';
import type { BrowserSession, ConsoleClientCalls, SignedIn } from '@svc/contract';
import { call, rememberCsrfToken } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Changes of what proves who one is begin a new session, and with it a new token. */
async function renewing(signedIn: Promise<SignedIn>): Promise<void> {
  rememberCsrfToken((await signedIn).csrf_token);
}

/** The person's own account. Where a password is asked for, a stolen session alone does not suffice. */
export const account = {
  rename: (name: string) => call('updateAccount', { body: { name } }),
  changePassword: (current: string, next: string, removePasskeys: boolean) =>
    renewing(
      call('changePassword', {
        body: { current_password: current, new_password: next, remove_passkeys: removePasskeys },
      }),
    ),
  setUpAuthenticator: (password: string) => call('setUpAuthenticator', { body: { password } }),
  confirmAuthenticator: (code: string) => renewing(call('confirmAuthenticator', { body: { code } })),
  removeAuthenticator: (proof: Proof) => renewing(call('removeAuthenticator', { body: appProof(proof) })),
  renewRecoveryCodes: (proof: Proof) => call('renewRecoveryCodes', { body: appProof(proof) }),
  removePasskey: (id: string, proof: Proof) =>
    call('removePasskey', { path: { passkey_id: id }, body: proof }),
  endSession: (id: string) => call('revokeSession', { path: { session_id: id } }),
  endOtherSessions: () => call('revokeOtherSessions'),
};

/** What proves again who somebody is: the password, and a code where they have set up an app. */
export type Proof = ConsoleClientCalls['removePasskey']['body'];

/** What the app protects takes a code of it. Without one the service refuses. */
function appProof({ password, code = '' }: Proof) {
  return { password, code };
}

export const passkeysOptions = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('listPasskeys', { signal }),
});

/** Prefix of the person's sign-ins in the cache. */
export const SESSIONS = ['sessions'] as const;

export const sessionList = () =>
  listOptions<BrowserSession>(SESSIONS, (query, options) => call('listSessions', { query, ...options }));
