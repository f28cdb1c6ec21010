import type { Exchange } from './exchange.ts';

/** Headers every `/v1` answer carries so that browsers may read it (D-04). The allowlist is enforced by refusal, never by CORS. */
export const CORS_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'x-request-id, x-svc-request-id, x-svc-billing-source, x-svc-model-downgraded, svc-version, retry-after, x-ratelimit-limit, ' +
    'x-ratelimit-remaining, x-ratelimit-reset-seconds, x-capacity-busy',
] as const;

/** Both request-id headers and, under `/v1`, the CORS pair: the flat list `writeHead` takes without copying. */
export function baseHeaders(exchange: Exchange): string[] {
  const headers = ['x-request-id', exchange.requestId, 'x-svc-request-id', exchange.requestId];
  if (exchange.operation.path.startsWith('/v1')) headers.push(...CORS_HEADERS);
  return headers;
}

/** Writes one JSON answer, body already serialised. HEAD gets the same head without the body (D-03). */
export function sendJson(exchange: Exchange, status: number, body: string, headers: readonly string[]): void {
  const bytes = Buffer.byteLength(body);
  const head = baseHeaders(exchange);
  head.push('content-type', 'application/json', 'content-length', String(bytes), ...headers);
  exchange.response.writeHead(status, head);
  exchange.response.end(exchange.request.method === 'HEAD' ? undefined : body);
}
