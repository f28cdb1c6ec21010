import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SignInCookies } from '#features/console-auth';
import type { OidcAttempt } from '../provider/oidc-provider-client.ts';

/** How long a person may take at their provider. */
const ATTEMPT_S = 600;

const HOME = '/console/';

/** Begins the state of tests, about whose responses more is kept. */
const TEST_STATE = 'test.';

/** Browsers drop a cookie of more than 4,096 bytes, and with it the sign-in. */
const MAX_RETURN_CHARACTERS = 1500;

/** A sign-in that was begun in this browser, which keeps it in a signed cookie. */
const StoredAttempt = z.object({
  connectionId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  expiresAtMs: z.number(),
  /** A test of the connection as it was then, which signs nobody in. */
  test: z.object({ userId: z.string(), updatedAtMs: z.number() }).optional(),
});
export type SignOnAttempt = z.infer<typeof StoredAttempt>;

export function newAttempt(
  connectionId: string,
  about: Pick<SignOnAttempt, 'returnTo' | 'test'>,
  nowMs: number,
): SignOnAttempt {
  const state = about.test ? TEST_STATE + secret() : secret();
  const random: Record<keyof OidcAttempt, string> = { state, nonce: secret(), verifier: secret() };
  return { connectionId, ...random, ...about, expiresAtMs: nowMs + ATTEMPT_S * 1000 };
}

/** Where a response is posted, the browser cannot be recognized yet. Anybody can send such a state; it gives no right. */
export function isStateOfTest(state: string): boolean {
  return state.startsWith(TEST_STATE);
}

/** Under which a SAML request goes to the provider. XML wants a letter or an underscore first. */
export function requestIdOf({ nonce }: SignOnAttempt): string {
  return `_${nonce}`;
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** The cookie that keeps it. */
export function keepAttempt(cookies: SignInCookies, attempt: SignOnAttempt): string {
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
  return cookies.setSigned('single_sign_on', value, ATTEMPT_S);
}

/** The attempt of this browser, if it was for the connection and is not over. */
export function findAttempt(
  cookies: SignInCookies,
  header: string | undefined,
  connectionId: string,
  nowMs: number,
): SignOnAttempt | undefined {
  const value = cookies.findSigned(header, 'single_sign_on');
  if (value === undefined) return undefined;
  const attempt = readAttempt(value);
  return attempt?.connectionId === connectionId && attempt.expiresAtMs > nowMs ? attempt : undefined;
}

/** Undefined for the value of another cookie: all are signed alike. */
function readAttempt(value: string): SignOnAttempt | undefined {
  try {
    return StoredAttempt.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** A path of the Console, and nothing else (D-SSO-11): an address of another site would be a lure. */
export function returnPath(asked: string | null): string {
  if (asked === null || !asked.startsWith('/console/')) return HOME;
  const url = URL.parse(asked, 'http://console.invalid');
  const path = url ? url.pathname + url.search + url.hash : HOME;
  const isOwn = url?.host === 'console.invalid' && url.pathname.startsWith('/console/');
  return isOwn && path.length <= MAX_RETURN_CHARACTERS ? path : HOME;
}
