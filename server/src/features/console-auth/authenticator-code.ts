import { timingSafeEqual } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt, type SecretConfig } from 'better-auth/crypto';
import { forgiveAccountAttempts, takeAccountAttempt, type AttemptParts, type Origin } from './attempts.ts';
import { claimStep, loadSecondFactor } from './store/second-factors.ts';

/** Who is asked for a code, and where. */
export interface AskedForCode {
  readonly userId: string;
  readonly from: Origin;
}

/** An authenticator app whose code was taken. */
export interface Factor {
  readonly secret: string;
  /** Its first code was right before now. */
  readonly isVerified: boolean;
}

const STEP_MS = 30_000;
/** A phone's clock may be a step off, either way (RFC 6238 §5.2). */
const TOLERATED_STEPS = [-1, 0, 1];

/**
 * Takes a code of the person's authenticator app, once: neither it nor an earlier one is taken again, on any node, however many
 * come at the same time. Undefined when it is wrong, used, or there is no app. Throws 429 `too_many_attempts`.
 * Never within a transaction: what was tried must stay counted when the work behind it fails.
 */
export async function takeCode(
  parts: AttemptParts,
  key: string | SecretConfig,
  { userId, from }: AskedForCode,
  code: string,
): Promise<Factor | undefined> {
  const { db, clock } = parts;
  const attempt = { what: 'code', account: userId, from } as const;
  await takeAccountAttempt(parts, attempt);
  const stored = await loadSecondFactor(db, userId);
  if (!stored) return undefined;
  const secret = await symmetricDecrypt({ key, data: stored.secret });
  const step = await findMatchingStep(secret, code, clock.nowMs());
  if (step === undefined || !(await claimStep(db, userId, step))) return undefined;
  await forgiveAccountAttempts(parts, attempt);
  return { secret, isVerified: stored.verified };
}

/** What the app would show on the machine's time. */
export function currentCode({ secret }: Factor): Promise<string> {
  return createOTP(secret).totp();
}

/** What an app reads to show codes of the secret. */
export function authenticatorUri(secret: string, account: string): string {
  return createOTP(secret).url('Svc', account);
}

/** The time step around now of which it is the code. All are compared, so that the time reveals nothing. */
export async function findMatchingStep(
  secret: string,
  code: string,
  nowMs: number,
): Promise<number | undefined> {
  const now = Math.floor(nowMs / STEP_MS);
  let matching: number | undefined;
  for (const away of TOLERATED_STEPS) {
    const expected = Buffer.from(await createOTP(secret).hotp(now + away));
    const given = Buffer.from(code);
    if (given.length === expected.length && timingSafeEqual(given, expected)) matching = now + away;
  }
  return matching;
}
