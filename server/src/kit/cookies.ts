const NAME = /^[\w!#$%&'*+\-.^`|~]+$/;
const VALUE = /^[\x20\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** The cookies of a Cookie header (RFC 6265). Of two with one name the last counts; malformed ones do not. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const name = pair.slice(0, at).trim();
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (NAME.test(name) && VALUE.test(value)) cookies.set(name, decode(value));
  }
  return cookies;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export interface CookieSettings {
  /** Zero deletes the cookie. */
  readonly maxAgeS: number;
  readonly isSecure: boolean;
  readonly sameSite: 'Lax' | 'Strict';
}

/** A Set-Cookie header, of a cookie that no script can read. */
export function serializeCookie(
  name: string,
  value: string,
  { maxAgeS, isSecure, sameSite }: CookieSettings,
): string {
  const attributes = ['Path=/', 'HttpOnly', ...(isSecure ? ['Secure'] : []), `SameSite=${sameSite}`];
  return [`${name}=${encodeURIComponent(value)}`, `Max-Age=${maxAgeS}`, ...attributes].join('; ');
}
