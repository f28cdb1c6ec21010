import { Secret } from '#kit';
import { EngineFault } from '../../../../events.ts';
import { isFields } from '../../error-object.ts';
import { askTokenServer } from '../ask-token-server.ts';
import type { FetchedToken } from '../token-source.ts';

/** What engines of this vendor want a token for. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** A token server sends a life in seconds. Rejects with an `EngineFault`. */
export async function postForToken(
  url: string,
  fields: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<FetchedToken> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  return readToken(await askTokenServer(url, { method: 'POST', headers, body }), nowMs);
}

export function readToken(json: string, nowMs: number): FetchedToken {
  const { access_token: token, expires_in: seconds } = readFields(json);
  if (typeof token !== 'string' || !isToken(token)) throw new EngineFault('broken');
  const life = Number(seconds);
  return { token: new Secret(token), expiresAtMs: nowMs + (life > 0 ? life * 1000 : 0) };
}

/** A JSON object. Throws an `EngineFault`. */
export function readFields(json: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The text may hold a token.
  }
  if (!isFields(value)) throw new EngineFault('broken');
  return value;
}

/** What may stand in a header. */
export function isToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}
