import type { IncomingMessage } from 'node:http';
import { ApiError } from '@svc/contract';

/** What a bearer value is, told by its prefix alone (D-67). */
export type BearerKind = 'inference' | 'admin' | 'sign_in_token';

export interface Bearer {
  readonly kind: BearerKind;
  readonly secret: string;
}

const SCHEME = /^bearer ([^\s]+)$/i;
const KEY = /^(sk_live_|sk_svc_|sk_admin_)[0-9a-f]{64}$/i;
const SIGN_IN_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const CHALLENGE = { 'www-authenticate': 'Bearer realm="svc"' };
export const INVALID_CHALLENGE = { 'www-authenticate': 'Bearer realm="svc", error="invalid_token"' };

/** The credential of a request, refused here when its form alone decides. */
export function readBearer(request: IncomingMessage): Bearer {
  const match = SCHEME.exec(request.headers.authorization ?? '');
  if (!match || isRepeated(request)) throw new ApiError('unauthenticated', { headers: CHALLENGE });
  const secret = match[1]!;
  if (secret.startsWith('pk_live_')) throw new ApiError('public_key_rejected');
  const prefix = KEY.exec(secret)?.[1];
  if (prefix) return { kind: prefix === 'sk_admin_' ? 'admin' : 'inference', secret };
  if (SIGN_IN_TOKEN.test(secret)) return { kind: 'sign_in_token', secret };
  throw new ApiError('invalid_api_key', { headers: INVALID_CHALLENGE });
}

/** Two Authorization headers count as none; Node would silently keep the first. */
function isRepeated(request: IncomingMessage): boolean {
  let seen = 0;
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 13 && name.toLowerCase() === 'authorization') seen++;
  }
  return seen > 1;
}
