import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '@svc/contract';
import type { Limits } from '#config';
import { HttpExchange, IncomingBody, isChunked, KEEP_ALIVE_MS, type ErrorRendering } from '#exchange';
import { newId, surviveSocketErrors, type Clock, type Log } from '#kit';
import { clientAddress } from './client-address.ts';
import { BrokenRequests } from './broken-request.ts';
import { Connections } from './connections.ts';
import type { MessageClasses } from './message-classes.ts';
import { respondToPreflight, isPreflight } from './preflight.ts';
import { isOverrun, tooManyPipelined } from './pipelined-requests.ts';
import { requireProxyHeaders } from './proxy-protocol.ts';
import { repeatedHeader } from './repeated-header.ts';
import type { RouteTable } from './routes.ts';
import type { ServiceRoutes } from './service-routes.ts';
import { StalledReaders } from './stalled-readers.ts';
import { unroutedOperation, unroutedRefusal } from './unrouted.ts';

export interface ListenerDeps {
  /** As of the start: header and time limits belong to the listener and change only with a restart. */
  readonly limits: Limits;
  /** Addresses and ranges of `network.trusted_proxies`, as of the start. */
  readonly trustedProxies: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Absent: Node's own. */
  readonly classes?: MessageClasses;
  readonly errors: ErrorRendering;
  /** Undefined until the service is ready: until then every operation answers 503. */
  readonly routes: () => RouteTable | undefined;
  /** Routes outside the contract, tried in this order before any operation. */
  readonly outside: readonly ServiceRoutes[];
  /** Handles WebSocket upgrades. Absent: none are accepted. */
  readonly upgrades?: Upgrades;
  /** Called when a request arrives and when its response ends. */
  readonly opened: (exchange: HttpExchange) => void;
  readonly closed: (exchange: HttpExchange) => void;
}

/** Paths that accept WebSocket upgrades. */
export interface Upgrades {
  readonly path: string;
  accept(
    request: IncomingMessage,
    socket: Duplex,
    connection: { readonly head: Buffer; readonly address: string },
  ): void;
}

const TIMEOUT_CHECK_MS = 1000;

/**
 * The public HTTP listener: request id, routing, preflight, and the cases that Node itself would answer
 * (D-01, D-12, D-13).
 */
export function createListener(deps: ListenerDeps): Server {
  const { limits } = deps;
  const stalled = new StalledReaders();
  const connections = new Connections(stalled);
  const server = createServer({
    ...deps.classes,
    maxHeaderSize: limits.header_bytes,
    headersTimeout: limits.headers_timeout_s * 1000,
    requestTimeout: limits.body_timeout_s * 1000,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    noDelay: true,
    // Refused in `receive`: Node's own refusal has no body.
    requireHostHeader: false,
    // Any other offer to change the protocol is ignored, as HTTP allows. Behind other requests too: Node would let go of
    // the connection, and their responses would never learn of its end.
    shouldUpgradeCallback: (request) =>
      isUpgrade(deps.upgrades, request) && !connections.isBusy(request.socket),
  });
  const broken = new BrokenRequests(deps.clock, deps.log, connections);
  const handle = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void =>
    receive(deps, connections, request, response, expectsContinue);
  // Header lines are counted here; Node would silently drop those beyond its own limit.
  server.maxHeadersCount = 0;
  server.on('request', (request, response) => handle(request, response, false));
  server.on('checkContinue', (request, response) => handle(request, response, true));
  server.on('checkExpectation', (request, response) => handle(request, response, false));
  server.on('clientError', (error, socket) => broken.handle(error, socket));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    deps.upgrades?.accept(request, socket, { head, address: clientAddress(request.socket) }),
  );
  server.on('close', () => stalled.close());
  server.on('connect', (_request, socket) => broken.refuseTunnel(socket));
  if (deps.trustedProxies.length > 0) requireProxyHeaders(server, deps.trustedProxies, deps.log);
  // Last, because it replaces all listeners for connections.
  surviveSocketErrors(server);
  return server;
}

function receive(
  deps: ListenerDeps,
  connections: Connections,
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): void {
  const path = pathOf(request.url ?? '');
  const repeated = repeatedHeader(request.rawHeaders);
  const chunked = isChunked(request);
  const overrun = isOverrun(connections.add(response), request.socket);
  if (overrun) connections.yieldToOthers();
  // The response was sent before the end of the body, which may never arrive.
  if (chunked) response.on('close', () => void (request.complete || request.socket.destroySoon()));
  if (chunked) connections.receive(request);
  const isPlain = repeated === undefined && !overrun;
  if (isPlain && deps.outside.some((routes) => routes.handle(path, request, response)))
    return discardBody(request, undefined);
  const method = request.method ?? '';
  const table = deps.routes();
  const match = table?.find(method, path);
  const receivedAtMs = deps.clock.nowMs();
  const exchange = new HttpExchange({
    requestId: newId('req_', receivedAtMs),
    request,
    response,
    operation: match?.operation ?? unroutedOperation(path),
    params: match?.params ?? {},
    receivedAtMs,
    startedAt: performance.now(),
    expectsContinue,
    address: clientAddress(request.socket),
  });
  if (chunked) exchange.incoming = new IncomingBody(request, connections.yieldToOthers);
  discardBody(request, exchange.incoming);
  deps.opened(exchange);
  response.on('close', () => deps.closed(exchange));
  try {
    if (overrun) throw tooManyPipelined();
    limitHeaderLines(request, deps.limits.header_lines);
    if (repeated !== undefined) throw headerSentTwice(repeated);
    checkHead(request, expectsContinue);
    if (!table) throw new ApiError('service_unavailable', { headers: { connection: 'close' } });
    if (isPreflight(request) && table.methodsOf(path).length > 0) return respondToPreflight(exchange);
    if (!match) throw unroutedRefusal(table, method, path);
    const waiting = match.handle(exchange);
    if (waiting) waiting.catch((cause: unknown) => deps.errors.send(exchange, cause));
  } catch (cause) {
    deps.errors.send(exchange, cause);
  }
}

/**
 * The body of a request that no handler reads: one that is left unread would stop its connection from being read,
 * and the client could leave model calls ahead on it unnoticed.
 */
function discardBody(request: IncomingMessage, incoming: IncomingBody | undefined): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') return;
  if (incoming) incoming.discard();
  else if (isChunked(request) || request.headers['content-length'] !== undefined) request.resume();
}

function isUpgrade(upgrades: Upgrades | undefined, { url, method, headers }: IncomingMessage): boolean {
  return (
    upgrades !== undefined &&
    method === 'GET' &&
    pathOf(url ?? '') === upgrades.path &&
    headers.upgrade?.toLowerCase() === 'websocket'
  );
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

function limitHeaderLines({ rawHeaders }: IncomingMessage, headerLines: number): void {
  if (rawHeaders.length > 2 * headerLines) throw tooManyHeaders(headerLines);
}

/**
 * Checks what Node would refuse without a body: HTTP/1.1 needs one Host header, and `100-continue` is the
 * only known expectation.
 */
function checkHead({ httpVersion, headers }: IncomingMessage, expectsContinue: boolean): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ApiError('invalid_request', {
      message: 'Send the Host header.',
      headers: { connection: 'close' },
    });
  }
  if (headers.expect !== undefined && !expectsContinue) {
    throw new ApiError('invalid_request', {
      message: 'The only expectation supported is 100-continue.',
      headers: { connection: 'close' },
    });
  }
}

function headerSentTwice(name: string): ApiError {
  return new ApiError('invalid_request', {
    message: `Send the ${name} header only once.`,
    headers: { connection: 'close' },
  });
}

function tooManyHeaders(most: number): ApiError {
  return new ApiError('invalid_request', {
    message: `A request may have at most ${most} header lines.`,
    headers: { connection: 'close' },
  });
}
