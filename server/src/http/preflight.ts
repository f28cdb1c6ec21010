import type { IncomingMessage } from 'node:http';
import type { HttpExchange } from '#exchange';

const PREFLIGHT_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-allow-methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers',
  'authorization, content-type, idempotency-key, svc-version, svc-beta, x-client-request-id',
  'access-control-max-age',
  '600',
  'cache-control',
  'no-store',
];

/** A browser asking before the real request (D-03). Needs no credential and grants nothing by itself. */
export function isPreflight(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    request.method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

export function answerPreflight(exchange: HttpExchange): void {
  exchange.response.writeHead(204, [
    'x-request-id',
    exchange.requestId,
    'x-svc-request-id',
    exchange.requestId,
    ...PREFLIGHT_HEADERS,
  ]);
  exchange.response.end();
}
