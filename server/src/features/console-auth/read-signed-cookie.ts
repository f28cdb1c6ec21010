import { parseCookies } from 'better-auth/cookies';
import { constantTimeEqual, makeSignature } from 'better-auth/crypto';

/** The content of a cookie that better-auth signed. Undefined: there is none, or its signature is wrong. */
export async function readSignedCookie(
  cookies: string | undefined,
  name: string,
  secret: string,
): Promise<string | undefined> {
  if (cookies === undefined) return undefined;
  const signed = parseCookies(cookies).get(name) ?? '';
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = signed.slice(0, dot);
  return constantTimeEqual(signed.slice(dot + 1), await makeSignature(value, secret)) ? value : undefined;
}
