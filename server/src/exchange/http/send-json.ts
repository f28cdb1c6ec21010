import type { BrowserAccess } from '@svc/contract';
import { headerLines } from './header-lines.ts';
import type { HttpExchange } from './http-exchange.ts';
import { WholeResponse } from './whole-response.ts';

/**
 * Headers of every `/v1` response, so that browsers may read it (D-04). The allowlist is enforced by refusal,
 * never by CORS.
 */
export const CORS_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'x-request-id, x-svc-request-id, x-svc-billing-source, x-svc-model-downgraded, svc-version, retry-after, x-ratelimit-limit, ' +
    'x-ratelimit-remaining, x-ratelimit-reset-seconds, x-capacity-busy',
] as const;

/** The same for other vendors' clients, with the headers that they read. */
const CLIENT_CORS_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'x-request-id, request-id, x-svc-request-id, x-svc-billing-source, retry-after, x-should-retry, ' +
    ['requests', 'tokens']
      .flatMap((unit) => ['limit', 'remaining', 'reset'].map((what) => `x-ratelimit-${what}-${unit}`))
      .join(', '),
] as const;

/**
 * Headers of every response of the Console's own API, including errors: opened as a page it runs nothing and
 * appears in no frame, and no other site can load it.
 */
const CONSOLE_HEADERS = [
  'content-security-policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy',
  'same-origin',
  'referrer-policy',
  'no-referrer',
  'x-content-type-options',
  'nosniff',
  'x-frame-options',
  'DENY',
] as const;

const BROWSER_HEADERS: Readonly<Record<BrowserAccess, readonly string[]>> = {
  any_site: CORS_HEADERS,
  any_client: CLIENT_CORS_HEADERS,
  console: CONSOLE_HEADERS,
  default: [],
};

/** The same as lines of a head. None of them is one that Node decides about. */
const BROWSER_LINES = Object.fromEntries(
  Object.entries(BROWSER_HEADERS).map(([access, headers]) => [access, headerLines(headers)!]),
) as Readonly<Record<BrowserAccess, string>>;

/** How long a client may keep sending a refused body before the connection is closed. */
const LINGER_MS = 5000;

/** The request-id headers and the CORS headers, as the flat list that `writeHead` takes without copying. */
export function baseHeaders(exchange: HttpExchange): string[] {
  return [...idHeaders(exchange), ...BROWSER_HEADERS[exchange.operation.browserAccess]];
}

function idHeaders({ requestId, operation }: HttpExchange): string[] {
  const headers = ['x-request-id', requestId, 'x-svc-request-id', requestId];
  if (operation.requestIdHeader !== undefined) headers.push(operation.requestIdHeader, requestId);
  return headers;
}

/**
 * Writes one JSON response whose body is already serialized. HEAD gets the same head without the body (D-03).
 */
export function sendJson(
  exchange: HttpExchange,
  status: number,
  body: string,
  headers: readonly string[],
): void {
  const { request, response } = exchange;
  exchange.beforeResponse?.(status);
  const bytes = Buffer.byteLength(body);
  // Plain ASCII is identical in both encodings, and faster to write as Latin-1.
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  const ofBody = status === 204 ? headers : [...contentHeaders(exchange, bytes), ...headers];
  if (status === 200 && sendWhole(exchange, body, encoding, ofBody)) return;
  response.writeHead(status, [...baseHeaders(exchange), ...ofBody]);
  const payload = request.method === 'HEAD' ? '' : body;
  if (request.complete || exchange.expectsContinue) response.end(payload, encoding);
  else endAfterUpload(exchange, payload);
}

/** SCIM has a media type of its own, its errors and unknown paths included (SCIM-02). */
function contentHeaders({ operation }: HttpExchange, bytes: number): string[] {
  const type = operation.errorStyle === 'scim' ? 'application/scim+json' : 'application/json';
  return ['content-type', type, 'content-length', String(bytes)];
}

/** Sends a complete response to a complete request at once. False where that is not what it is. */
function sendWhole(
  exchange: HttpExchange,
  body: string,
  encoding: 'latin1' | 'utf8',
  headers: readonly string[],
): boolean {
  const { request, response, operation, expectsContinue } = exchange;
  if (!(response instanceof WholeResponse) || !request.complete || expectsContinue) return false;
  if (request.method === 'HEAD') return false;
  const known = BROWSER_LINES[operation.browserAccess];
  return response.sendWhole(known, [...idHeaders(exchange), ...headers], body, encoding);
}

/**
 * Sends the response immediately, but ends it only when the client has stopped sending: closing a connection
 * with unread bytes makes the client lose the response (RFC 9112 §9.6). What still arrives is discarded.
 */
function endAfterUpload({ request, response, incoming }: HttpExchange, payload: string): void {
  response.write(payload);
  const end = (): void => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  request.resume().once('close', end);
  incoming?.discard();
}
