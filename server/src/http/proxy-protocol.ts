import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ByteCollector, compileIpAllowlist, type Log } from '#kit';
import { setClientAddress } from './client-address.ts';
import { parseProxyHeader, type ProxyHeader, type ProxyHeaderFault } from './proxy-protocol-header.ts';

const HEADER_TIMEOUT_MS = 5000;
const LOG_INTERVAL_MS = 10_000;

type Fault = ProxyHeaderFault | 'truncated' | 'timeout';

/**
 * Makes peers on the list say by the PROXY protocol who their caller is (D-75, D-KEY-6). They must: without a valid header
 * in time their connection is closed unanswered. Everybody else speaks HTTP from the first byte, as before.
 *
 * The server keeps listening itself and its own handler of connections only runs later, on the same socket. A listener in
 * front of it was rejected: the server would then not know its port, its connections or when the last has closed. Call
 * it before the server listens, and not with an empty list, which would trust everybody.
 */
export function requireProxyHeaders(server: Server, trustedProxies: readonly string[], log: Log): void {
  const trusted = compileIpAllowlist(trustedProxies);
  const noteFault = createFaultLog(log);
  const waiting = new Set<Socket>();
  const handlers = server.listeners('connection');
  const serve = (socket: Socket): void => {
    for (const handler of handlers) handler.call(server, socket);
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!trusted.allows(socket.remoteAddress ?? '')) return serve(socket);
    waiting.add(socket);
    readProxyHeader(socket, (outcome, bytes) => {
      waiting.delete(socket);
      if (typeof outcome === 'string') {
        // Many balancers see whether a port is open by connecting and leaving.
        if (bytes.length > 0 || outcome !== 'truncated') noteFault(outcome);
        socket.destroy();
        return;
      }
      if (outcome.address !== undefined) setClientAddress(socket, outcome.address);
      serve(socket);
      if (bytes.length > outcome.lengthBytes) socket.unshift(bytes.subarray(outcome.lengthBytes));
    });
  });
  closeWithIdleOnes(server, waiting);
}

/**
 * The server does not know connections that still owe their header, so neither would it close them when it stops, and its
 * stopping would wait for their timeout. `close()` itself calls `closeIdleConnections()`.
 */
function closeWithIdleOnes(server: Server, waiting: ReadonlySet<Socket>): void {
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of waiting) socket.destroy();
    closeIdleConnections();
  };
}

/** Calls `done` once, with all bytes read so far, and leaves the socket flowing and without listeners of its own. */
function readProxyHeader(socket: Socket, done: (outcome: ProxyHeader | Fault, bytes: Buffer) => void): void {
  const collector = new ByteCollector(Number.POSITIVE_INFINITY);
  const settle = (outcome: ProxyHeader | Fault): void => {
    clearTimeout(timer);
    socket.off('data', take).off('end', leave).off('close', leave).off('error', leave);
    done(outcome, collector.take());
  };
  const take = (chunk: Buffer): void => {
    collector.add(chunk);
    const outcome = parseProxyHeader(collector.bytes);
    if (outcome !== 'incomplete') settle(outcome);
  };
  const leave = (): void => settle('truncated');
  const timer = setTimeout(() => settle('timeout'), HEADER_TIMEOUT_MS);
  socket.on('data', take).on('end', leave).on('close', leave).on('error', leave);
}

/** One line an interval at most: a proxy set up wrongly fails on every connection. Never an address or what was sent. */
function createFaultLog(log: Log): (fault: Fault) => void {
  let quietUntil = -Infinity;
  let unlogged = 0;
  return (fault) => {
    const now = performance.now();
    if (now < quietUntil) {
      unlogged += 1;
      return;
    }
    log.warn({ class: fault, unlogged }, 'trusted proxy connection closed: missing or invalid PROXY header');
    quietUntil = now + LOG_INTERVAL_MS;
    unlogged = 0;
  };
}
