import { Secret } from '#kit';
import { EngineFault } from '../../events.ts';
import type { FetchedToken } from '../http/credentials/token-source.ts';

/** What can stand in a header line. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Reads the answer of a token server. Throws `EngineFault('broken')` for one without a token. */
export function readTokenResponse(json: string, nowMs: number): FetchedToken {
  const { access_token: token, expires_in: lifeSeconds, expires_on: endSeconds } = parse(json);
  // The servers of machines write numbers as texts, and that of App Service only when the token ends.
  const lifeMs = lifeSeconds === undefined ? Number(endSeconds) * 1000 - nowMs : Number(lifeSeconds) * 1000;
  if (typeof token !== 'string' || !TOKEN.test(token) || !(lifeMs > 0)) throw new EngineFault('broken');
  return { token: new Secret(token), expiresAtMs: nowMs + lifeMs };
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
