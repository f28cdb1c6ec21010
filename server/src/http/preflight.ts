import type { IncomingMessage } from 'node:http';
import type { HttpExchange } from '#exchange';

const ALLOWED = 'authorization, content-type, idempotency-key, svc-version, svc-beta, x-client-request-id';
/** What other vendors' clients send besides, by the beginning of the name (COMPG-17). */
const ALLOWED_OF_CLIENTS = /^(x-api-key$|anthropic-|openai-|x-stainless-)[a-z0-9-]*$/;

const OPERATOR_PATHS = '/operator/';

const PREFLIGHT_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-allow-methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-max-age',
  '600',
];

/** A browser's preflight request (D-03). Needs no credential and grants nothing by itself. */
export function isPreflight(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    request.method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** The Console and operators have pages of their own: the preflight of another site's page gets an answer that grants nothing. */
export function respondToPreflight(exchange: HttpExchange): void {
  const { requestId } = exchange;
  const common = ['x-request-id', requestId, 'x-svc-request-id', requestId, 'cache-control', 'no-store'];
  const { operation, request } = exchange;
  const isOwn = operation.browserAccess === 'console' || request.url?.startsWith(OPERATOR_PATHS);
  exchange.response.writeHead(204, isOwn ? common : [...common, ...grantOf(exchange)]);
  exchange.response.end();
}

function grantOf({ operation, request }: HttpExchange): string[] {
  const others = operation.browserAccess === 'any_client' ? clientHeaders(request) : [];
  return [...PREFLIGHT_HEADERS, 'access-control-allow-headers', [ALLOWED, ...others].join(', ')];
}

/** Their names begin alike and no list of them is complete, so those that are asked for are named. */
function clientHeaders({ headers }: IncomingMessage): string[] {
  return (headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => ALLOWED_OF_CLIENTS.test(name));
}
