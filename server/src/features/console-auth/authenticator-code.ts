import { randomBytes } from 'node:crypto';
import { Secret as OtpSecret, TOTP } from 'otpauth';
import {
  forgiveAccountAttempts,
  takeAccountAttempt,
  type AccountAttempt,
  type AttemptParts,
} from './attempts.ts';
import type { FactorSecrets } from './factor-secrets.ts';
import { claimStep, loadSecondFactor } from './store/second-factors.ts';

export interface CodeDeps extends AttemptParts {
  readonly factorSecrets: FactorSecrets;
}

/** An authenticator app whose code was taken. */
export interface Factor {
  /** Its first code was right before now. */
  readonly isVerified: boolean;
  /** Encrypted, as it was read: another app may have taken its place since. */
  readonly secret: string;
}

/** A phone's clock may be a step off, either way (RFC 6238 §5.2). */
const TOLERATED_STEPS = 1;

/**
 * Takes a code of the person's authenticator app, once: neither it nor an earlier one is taken again, on any node, however many
 * come at the same time. Undefined when it is wrong, used, or there is no app. Throws 429 `too_many_attempts`.
 * Never within a transaction: what was tried must stay counted when the work behind it fails.
 */
export async function takeCode(
  deps: CodeDeps,
  attempt: AccountAttempt,
  code: string,
): Promise<Factor | undefined> {
  const { db, clock, factorSecrets } = deps;
  await takeAccountAttempt(deps, attempt);
  const stored = await loadSecondFactor(db, attempt.account);
  if (!stored) return undefined;
  const step = findMatchingStep(factorSecrets.decrypt(stored.secret), code, clock.nowMs());
  if (step === undefined || !(await claimStep(db, attempt.account, { ...stored, step }))) return undefined;
  await forgiveAccountAttempts(deps, attempt);
  return { isVerified: stored.verified, secret: stored.secret };
}

/** 24 random bytes as 32 characters, whose UTF-8 is the key. */
export function newAuthenticatorSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** What an app reads to show codes of the secret. */
export function authenticatorUri(secret: string, account: string): string {
  const query = { secret: OtpSecret.fromUTF8(secret).base32, issuer: 'Svc', digits: '6', period: '30' };
  return `otpauth://totp/Svc:${encodeURIComponent(account)}?${new URLSearchParams(query).toString()}`;
}

/** The time step around now of which it is the code. */
export function findMatchingStep(secret: string, code: string, nowMs: number): number | undefined {
  const about = { secret: OtpSecret.fromUTF8(secret), timestamp: nowMs, window: TOLERATED_STEPS };
  const delta = TOTP.validate({ ...about, token: code });
  return delta === null ? undefined : TOTP.counter({ timestamp: nowMs }) + delta;
}
