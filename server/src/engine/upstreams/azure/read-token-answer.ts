import { Secret } from '#kit';
import { EngineFault } from '../../events.ts';
import type { FetchedToken } from '../http/credentials/token-source.ts';

/** What can stand in a header line. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Reads the answer of a token server. Throws `EngineFault('broken')` for one without a token. */
export function readTokenAnswer(json: string, nowMs: number): FetchedToken {
  const { access_token: token, expires_in: lifeSeconds } = parse(json);
  // The metadata server writes numbers as texts.
  const lifeMs = Number(lifeSeconds) * 1000;
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
