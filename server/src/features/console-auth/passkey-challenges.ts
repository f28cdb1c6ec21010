import { randomBytes } from 'node:crypto';
import { serializeSignedCookie } from 'better-call';
import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import { fingerprint, type Clock } from '#kit';
import type { Tables } from '#store';
import { readSignedCookie } from './read-signed-cookie.ts';
import type { BetterAuth } from './better-auth.ts';
import { PASSKEY_CHALLENGE_S } from './sign-in-limits.ts';
import { claimChallenge } from './store/challenges.ts';
import { toBetterAuthTime } from './store/better-auth-database.ts';
import { hasPasskey } from './store/passkeys.ts';

interface ChallengeDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly betterAuth: BetterAuth;
}

/** Separate from the challenges that better-auth stores itself, for adding a passkey. */
const KIND = 'sign-in';

/**
 * A challenge for whoever wants to sign in with a passkey, and the signed cookie that holds it. Anybody may ask for one, so it is
 * stored by nobody but the browser.
 */
export async function newPasskeyChallenge({
  clock,
  betterAuth,
}: ChallengeDeps): Promise<{ challenge: string; cookie: string }> {
  const { createAuthCookie, secret } = await betterAuth.$context;
  const { name, attributes } = createAuthCookie('passkey', { maxAge: PASSKEY_CHALLENGE_S });
  const challenge = randomBytes(32).toString('base64url');
  const token = [KIND, challenge, clock.nowMs() + PASSKEY_CHALLENGE_S * 1000].join(':');
  return { challenge, cookie: await serializeSignedCookie(name, token, secret, attributes) };
}

/**
 * Stores the challenge of a browser that answers it, for better-auth to find and remove: once, and only for a passkey that somebody
 * has. Throws 401 `sign_in_expired`, 401 `sign_in_rejected`.
 */
export async function presentPasskeyChallenge(
  { db, clock, betterAuth }: ChallengeDeps,
  { cookies, credentialId }: { readonly cookies: string | undefined; readonly credentialId: string },
): Promise<void> {
  const { createAuthCookie, secret, internalAdapter } = await betterAuth.$context;
  const token = (await readSignedCookie(cookies, createAuthCookie('passkey').name, secret)) ?? '';
  const [kind, challenge, expiry] = token.split(':');
  const [expiresAtMs, nowMs] = [Number(expiry), clock.nowMs()];
  if (kind !== KIND || expiresAtMs <= nowMs) throw new ApiError('sign_in_expired');
  if (!(await hasPasskey(db, credentialId))) throw new ApiError('sign_in_rejected');
  if (!(await claimChallenge(db, { fingerprint: fingerprint(token), expiresAtMs }, nowMs)))
    throw new ApiError('sign_in_expired');
  await internalAdapter.createVerificationValue({
    identifier: token,
    value: JSON.stringify({ type: 'authentication', expectedChallenge: challenge }),
    expiresAt: toBetterAuthTime(clock, expiresAtMs),
  });
}
