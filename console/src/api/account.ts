import { queryOptions } from '@tanstack/react-query';
import type { BrowserSession, SignedIn } from '@svc/contract';
import { call, rememberCsrfToken } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Changes of what proves who one is begin a new session, and with it a new token. */
async function renewing(signedIn: Promise<SignedIn>): Promise<void> {
  rememberCsrfToken((await signedIn).csrf_token);
}

/** The person's own account. Where a password is asked for, a stolen session alone does not suffice. */
export const account = {
  rename: (name: string) => call('PATCH', '/me', { body: { name } }),
  changePassword: (current: string, next: string, removePasskeys: boolean) =>
    renewing(
      call('POST', '/auth/password', {
        body: { current_password: current, new_password: next, remove_passkeys: removePasskeys },
      }),
    ),
  setUpAuthenticator: (password: string) =>
    call<AuthenticatorSetup>('POST', '/auth/authenticator', { body: { password } }),
  confirmAuthenticator: (code: string) =>
    renewing(call('POST', '/auth/authenticator/confirm', { body: { code } })),
  removeAuthenticator: (proof: Proof) =>
    renewing(call('POST', '/auth/authenticator/remove', { body: proof })),
  renewRecoveryCodes: (proof: Proof) => call<RecoveryCodes>('POST', '/auth/recovery_codes', { body: proof }),
  removePasskey: (id: string, proof: Proof) =>
    call('POST', `/auth/passkeys/${encodeURIComponent(id)}/remove`, { body: proof }),
  endSession: (id: string) => call('DELETE', `/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call('POST', '/sessions/revoke_others'),
};

/** What proves again who somebody is: the password, and a code where they have set up an app. */
export interface Proof {
  readonly password: string;
  readonly code?: string;
}

export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

/** An app about to be set up: it counts when its first code was confirmed. */
export interface AuthenticatorSetup extends RecoveryCodes {
  /** What the app reads from the QR code. */
  readonly uri: string;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

export const passkeysOptions = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call<{ readonly data: readonly Passkey[] }>('GET', '/auth/passkeys', { signal }),
});

/** Prefix of the person's sign-ins in the cache. */
export const SESSIONS = ['sessions'] as const;

export const sessionList = () =>
  listOptions<BrowserSession>(SESSIONS, (page, { signal }) =>
    call('GET', '/sessions', { query: { ...page }, signal }),
  );
