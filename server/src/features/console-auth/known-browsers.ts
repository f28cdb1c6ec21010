import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { serializeCookie } from 'better-call';
import { parseCookies } from 'better-auth/cookies';
import { DAY_MS } from '#kit';
import type { BetterAuth } from './better-auth.ts';
import { KNOWN_BROWSER_ACCOUNTS, KNOWN_BROWSER_DAYS } from './sign-in-limits.ts';

type BetterAuthContext = Pick<Awaited<BetterAuth['$context']>, 'createAuthCookie' | 'secret'>;

/** What a browser keeps of one account that signed in there. Signed for its email, and of no use with another. */
interface Entry {
  readonly id: string;
  readonly issuedAtMs: number;
  readonly signature: string;
}

const COOKIE = 'known_browser';
const ENTRY = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;
const SEPARATOR = '~';

/**
 * The id of a browser that signed in to this account before; undefined for any other. It proves nothing more: attempts from there are
 * counted separately, so that attempts from elsewhere do not use them up.
 */
export function findKnownBrowser(
  context: BetterAuthContext,
  cookies: string | undefined,
  email: string,
  nowMs: number,
): string | undefined {
  return readEntries(context, cookies).find((entry) => isOf(context, entry, email, nowMs))?.id;
}

/** The cookie by which this browser is known to the account from now on, beside a few others that signed in there. */
export function rememberBrowser(
  context: BetterAuthContext,
  cookies: string | undefined,
  email: string,
  nowMs: number,
): string {
  const entries = readEntries(context, cookies);
  const known = entries.find((entry) => isOf(context, entry, email, nowMs));
  const unsigned = { id: known?.id ?? randomBytes(16).toString('base64url'), issuedAtMs: nowMs };
  const entry = { ...unsigned, signature: sign(context, unsigned, email).toString('base64url') };
  const kept = [entry, ...entries.filter((other) => other !== known)].slice(0, KNOWN_BROWSER_ACCOUNTS);
  const { name, attributes } = context.createAuthCookie(COOKIE, {
    maxAge: (KNOWN_BROWSER_DAYS * DAY_MS) / 1000,
  });
  return serializeCookie(
    name,
    kept.map(({ id, issuedAtMs, signature }) => `${id}.${issuedAtMs}.${signature}`).join(SEPARATOR),
    attributes,
  );
}

function readEntries({ createAuthCookie }: BetterAuthContext, cookies: string | undefined): Entry[] {
  const value = parseCookies(cookies ?? '').get(createAuthCookie(COOKIE).name) ?? '';
  return value
    .split(SEPARATOR, KNOWN_BROWSER_ACCOUNTS)
    .map((text) => ENTRY.exec(text))
    .filter((match) => match !== null)
    .map(([, id, issuedAtMs, signature]) => ({
      id: id!,
      issuedAtMs: Number(issuedAtMs),
      signature: signature!,
    }));
}

function isOf(context: BetterAuthContext, entry: Entry, email: string, nowMs: number): boolean {
  if (nowMs - entry.issuedAtMs > KNOWN_BROWSER_DAYS * DAY_MS) return false;
  return timingSafeEqual(
    Buffer.from(entry.signature),
    Buffer.from(sign(context, entry, email).toString('base64url')),
  );
}

function sign(
  { secret }: BetterAuthContext,
  { id, issuedAtMs }: Omit<Entry, 'signature'>,
  email: string,
): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([COOKIE, email.toLowerCase(), id, issuedAtMs]))
    .digest();
}
