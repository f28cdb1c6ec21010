import type { IncomingMessage } from 'node:http';
import { ApiError, SECRET_PREFIXES } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { fingerprint } from '#kit';
import { RecentBearers } from './recent-bearers.ts';

/** The kind of a bearer value, by its prefix alone (D-67). */
export type BearerKind = 'inference' | 'admin' | 'sign_in_token';

export interface Bearer {
  readonly kind: BearerKind;
  readonly secret: string;
  /** What the credential is stored and found by. */
  readonly print: string;
}

const API_KEY = 'x-api-key';
const SCHEME = /^bearer ([^\s]+)$/i;
const KEY = /^(sk_live_|sk_svc_|sk_admin_)[0-9a-f]{64}$/i;
const OPERATOR_KEY = new RegExp(`^${SECRET_PREFIXES.operatorKey}[0-9a-f]{64}$`);
const DIRECTORY_TOKEN = new RegExp(`^${SECRET_PREFIXES.directoryToken}[0-9a-f]{64}$`);
const SIGN_IN_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const CHALLENGE = { 'www-authenticate': 'Bearer realm="svc"' };
export const INVALID_CHALLENGE = { 'www-authenticate': 'Bearer realm="svc", error="invalid_token"' };

const NOT_A_BEARER = 'The Authorization header must be Bearer followed by your API key, and be sent once.';
const NOT_IN_API_KEY =
  'The header x-api-key is not read here. Send the key in the header Authorization: Bearer followed by your API key.';

type SentExchange = Pick<HttpExchange, 'request' | 'operation'>;

const recent = new RecentBearers();

/** Reads the credential of a request, and refuses it if its form is invalid. */
export function readBearer(exchange: SentExchange): Bearer {
  const { request } = exchange;
  const { authorization } = request.headers;
  if (authorization === undefined) return parseBearer(exchange);
  const known = recent.find(authorization);
  if (known && !isRepeated(request, 'authorization')) return known;
  const bearer = parseBearer(exchange);
  recent.keep(authorization, bearer);
  return bearer;
}

function parseBearer(exchange: SentExchange): Bearer {
  const secret = readSecret(exchange);
  if (secret === undefined) throw unauthenticated(exchange);
  if (secret.startsWith('pk_live_')) throw new ApiError('public_key_rejected');
  const prefix = KEY.exec(secret)?.[1];
  if (prefix)
    return { kind: prefix === 'sk_admin_' ? 'admin' : 'inference', secret, print: fingerprint(secret) };
  if (SIGN_IN_TOKEN.test(secret)) return { kind: 'sign_in_token', secret, print: fingerprint(secret) };
  throw new ApiError('invalid_api_key', { headers: INVALID_CHALLENGE });
}

/** What was sent as an operator key. Throws 401 where nothing was, or something that no operator key looks like. */
export function readOperatorSecret(exchange: SentExchange): string {
  const secret = readSecret(exchange);
  if (secret === undefined) throw unauthenticated(exchange);
  if (!OPERATOR_KEY.test(secret)) throw noOperatorKey();
  return secret;
}

/** What was sent as a directory token. Throws 401 where nothing was, or something that no such token looks like. */
export function readDirectorySecret(exchange: SentExchange): string {
  const secret = readSecret(exchange);
  if (secret === undefined) throw unauthenticated(exchange);
  if (!DIRECTORY_TOKEN.test(secret)) throw noDirectoryToken();
  return secret;
}

export function noDirectoryToken(): ApiError {
  return new ApiError('invalid_api_key', {
    headers: INVALID_CHALLENGE,
    message: `This is not a valid directory token. Directory tokens begin with ${SECRET_PREFIXES.directoryToken}.`,
  });
}

/** Says what was sent in place of a credential, where that is a usual mistake. */
function unauthenticated({ request, operation }: SentExchange): ApiError {
  const { authorization, [API_KEY]: apiKey } = request.headers;
  const message =
    authorization !== undefined
      ? NOT_A_BEARER
      : apiKey !== undefined && !operation.isVendorApi
        ? NOT_IN_API_KEY
        : undefined;
  return new ApiError('unauthenticated', {
    headers: CHALLENGE,
    ...(message === undefined ? {} : { message }),
  });
}

export function noOperatorKey(): ApiError {
  return new ApiError('invalid_api_key', {
    headers: INVALID_CHALLENGE,
    message: `This is not a valid operator key. Operator keys begin with ${SECRET_PREFIXES.operatorKey}.`,
  });
}

/** Clients of other vendors' protocols may send `x-api-key`; where they send both, `Authorization` counts (COMPG-03). */
function readSecret({ request, operation }: SentExchange): string | undefined {
  const { authorization, [API_KEY]: apiKey } = request.headers;
  if (authorization === undefined && operation.isVendorApi)
    return typeof apiKey === 'string' && !isRepeated(request, API_KEY) ? apiKey.trim() : undefined;
  const secret = SCHEME.exec(authorization ?? '')?.[1];
  return isRepeated(request, 'authorization') ? undefined : secret;
}

/** A credential header sent twice counts as none; Node would silently keep the first. */
function isRepeated({ rawHeaders }: IncomingMessage, header: string): boolean {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === header.length && name.toLowerCase() === header) seen++;
  }
  return seen > 1;
}
