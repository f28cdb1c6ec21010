import { randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#kit';
import type { SignInCookies } from './sign-in-cookies.ts';
import { KNOWN_BROWSER_ACCOUNTS, KNOWN_BROWSER_DAYS } from './sign-in-limits.ts';

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
  cookies: SignInCookies,
  header: string | undefined,
  email: string,
  nowMs: number,
): string | undefined {
  return readEntries(cookies, header).find((entry) => isOf(cookies, entry, email, nowMs))?.id;
}

/** The cookie by which this browser is known to the account from now on, beside a few others that signed in there. */
export function rememberBrowser(
  cookies: SignInCookies,
  header: string | undefined,
  email: string,
  nowMs: number,
): string {
  const entries = readEntries(cookies, header);
  const known = entries.find((entry) => isOf(cookies, entry, email, nowMs));
  const unsigned = { id: known?.id ?? randomBytes(16).toString('base64url'), issuedAtMs: nowMs };
  const entry = { ...unsigned, signature: sign(cookies, unsigned, email).toString('base64url') };
  const kept = [entry, ...entries.filter((other) => other !== known)].slice(0, KNOWN_BROWSER_ACCOUNTS);
  const value = kept.map((each) => `${each.id}.${each.issuedAtMs}.${each.signature}`).join(SEPARATOR);
  return cookies.set(COOKIE, value, (KNOWN_BROWSER_DAYS * DAY_MS) / 1000);
}

function readEntries(cookies: SignInCookies, header: string | undefined): Entry[] {
  const value = cookies.find(header, COOKIE) ?? '';
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

function isOf(cookies: SignInCookies, entry: Entry, email: string, nowMs: number): boolean {
  if (nowMs - entry.issuedAtMs > KNOWN_BROWSER_DAYS * DAY_MS) return false;
  return timingSafeEqual(
    Buffer.from(entry.signature),
    Buffer.from(sign(cookies, entry, email).toString('base64url')),
  );
}

function sign(cookies: SignInCookies, { id, issuedAtMs }: Omit<Entry, 'signature'>, email: string): Buffer {
  return cookies.mac(JSON.stringify([COOKIE, email.toLowerCase(), id, issuedAtMs]));
}
