import type { BrowserAccess } from '@svc/contract';
import type { HttpExchange } from './http-exchange.ts';

/** Headers every `/v1` answer carries so that browsers may read it (D-04). The allowlist is enforced by refusal, never by CORS. */
export const CORS_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'x-request-id, x-svc-request-id, x-svc-billing-source, x-svc-model-downgraded, svc-version, retry-after, x-ratelimit-limit, ' +
    'x-ratelimit-remaining, x-ratelimit-reset-seconds, x-capacity-busy',
] as const;

/**
 * Headers every answer of the Console's own API carries, refusals too: opened as a page it is data that runs nothing and stands in no
 * frame, and no other site may load it.
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
  console: CONSOLE_HEADERS,
  default: [],
};

/** How long a client may go on sending a body that was refused before the connection is closed. */
const LINGER_MS = 5000;

/** Both request-id headers and what browsers are told: the flat list `writeHead` takes without copying. */
export function baseHeaders({ requestId, operation }: HttpExchange): string[] {
  return [
    'x-request-id',
    requestId,
    'x-svc-request-id',
    requestId,
    ...BROWSER_HEADERS[operation.browserAccess],
  ];
}

/** Writes one JSON answer, body already serialised. HEAD gets the same head without the body (D-03). */
export function sendJson(
  exchange: HttpExchange,
  status: number,
  body: string,
  headers: readonly string[],
): void {
  const { request, response } = exchange;
  exchange.beforeAnswer?.(status);
  const head = baseHeaders(exchange);
  const bytes = Buffer.byteLength(body);
  head.push('content-type', 'application/json', 'content-length', String(bytes), ...headers);
  response.writeHead(status, head);
  const payload = request.method === 'HEAD' ? '' : body;
  // Plain ASCII is the same in both, and quicker to write as Latin-1.
  if (request.complete || exchange.expectsContinue)
    response.end(payload, bytes === body.length ? 'latin1' : 'utf8');
  else endAfterUpload(exchange, payload);
}

/**
 * Answers at once, but ends the answer only when the client has stopped sending: closing a connection with unread bytes
 * makes the client lose the answer (RFC 9112 §9.6). What still comes is thrown away.
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
