import { Secret } from '#kit';
import { EngineFault } from '../../../events.ts';
import type { FetchedToken } from '../../http/credentials/token-source.ts';

/** What requests are signed with. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** Absent: they do not end. */
  readonly expiresAtMs?: number | undefined;
}

/** What can stand in the header lines of a signed request. */
const KEY_ID = /^\w{1,128}$/;
const SESSION_TOKEN = /^[\x21-\x7e]{1,16384}$/;

/** Keys as the one token that is held. Throws an `EngineFault` for those that would not be one line of a header. */
export function toToken({ expiresAtMs = Number.POSITIVE_INFINITY, ...keys }: AwsKeys): FetchedToken {
  const { accessKeyId, sessionToken } = keys;
  if (!KEY_ID.test(accessKeyId) || (sessionToken !== undefined && !SESSION_TOKEN.test(sessionToken)))
    throw refusedKeys();
  return { token: new Secret(JSON.stringify(keys)), expiresAtMs };
}

export function keysOf(token: Secret): AwsKeys {
  return JSON.parse(token.reveal()) as AwsKeys;
}

/** Who hands out keys refused, or answered something else: the operator has to put that right. */
export function refusedKeys(): EngineFault {
  return new EngineFault('status', { status: 401, refusal: { reason: 'credential' } });
}

/** The keys in an answer of the container's or the instance's server. */
export function readKeys(json: string): AwsKeys {
  const read = parse(json);
  const {
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    Token: sessionToken,
    Expiration,
  } = read;
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string') throw refusedKeys();
  return {
    accessKeyId,
    secretAccessKey,
    ...(typeof sessionToken === 'string' ? { sessionToken } : {}),
    ...toExpiration(Expiration),
  };
}

export function toExpiration(value: unknown): Pick<AwsKeys, 'expiresAtMs'> {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? {} : { expiresAtMs: ms };
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(json) as unknown;
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // No JSON.
  }
  throw refusedKeys();
}
