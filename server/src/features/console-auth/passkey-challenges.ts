import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { fingerprint, type Clock } from '#kit';
import type { Tables } from '#store';
import type { SignInCookies } from './sign-in-cookies.ts';
import { PASSKEY_CHALLENGE_S } from './sign-in-limits.ts';
import { claimChallenge, hasChallenge } from './store/challenges.ts';

export interface PasskeyChallengeDeps {
  readonly clock: Clock;
  readonly signInCookies: SignInCookies;
}

/** What a challenge may be answered for: a sign-in, or a new passkey of the person who proved again who they are. */
export type PasskeyPurpose = 'sign-in' | `add ${string}`;

/** A challenge in base64url, and the signed cookie that holds it. Only the browser stores it: anybody may ask for one. */
export function createPasskeyChallenge(
  { clock, signInCookies }: PasskeyChallengeDeps,
  purpose: PasskeyPurpose,
): { readonly challenge: string; readonly cookie: string } {
  const challenge = randomBytes(32).toString('base64url');
  const token = [purpose, challenge, clock.nowMs() + PASSKEY_CHALLENGE_S * 1000].join(':');
  return { challenge, cookie: signInCookies.setSigned('passkey', token, PASSKEY_CHALLENGE_S) };
}

export interface PasskeyChallenge {
  readonly challenge: string;
  readonly token: string;
  readonly expiresAtMs: number;
}

/** The challenge that this browser answers. Undefined: it has none, or it expired or has another purpose. */
export function findPasskeyChallenge(
  { clock, signInCookies }: PasskeyChallengeDeps,
  header: string | undefined,
  purpose: PasskeyPurpose,
): PasskeyChallenge | undefined {
  const token = signInCookies.findSigned(header, 'passkey') ?? '';
  const [given, challenge = '', expiry] = token.split(':');
  const expiresAtMs = Number(expiry);
  return given === purpose && expiresAtMs > clock.nowMs() ? { challenge, token, expiresAtMs } : undefined;
}

/** False when the challenge was answered rightly before, on any node. In the transaction of what the answer gives. */
export function claimPasskeyChallenge(
  trx: Kysely<Tables>,
  { token, expiresAtMs }: PasskeyChallenge,
  nowMs: number,
): Promise<boolean> {
  return claimChallenge(trx, { fingerprint: fingerprint(token), expiresAtMs }, nowMs);
}

/** Whether it was answered rightly before: a device's count would refuse the answer too, with another reason. */
export function isCompleted(db: Kysely<Tables>, { token }: PasskeyChallenge): Promise<boolean> {
  return hasChallenge(db, fingerprint(token));
}
