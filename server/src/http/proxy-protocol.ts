import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ByteCollector, compileIpAllowlist, type Log } from '#kit';
import { setClientAddress } from './client-address.ts';
import { parseProxyHeader, type ProxyHeader, type ProxyHeaderFault } from './proxy-protocol-header.ts';

const HEADER_TIMEOUT_MS = 5000;
const LOG_INTERVAL_MS = 10_000;

type Fault = ProxyHeaderFault | 'truncated' | 'timeout';

/**
 * Requires peers on the list to name their caller by the PROXY protocol (D-75, D-KEY-6): without a valid
 * header in time their connection is closed without a response. All other peers speak HTTP from the first
 * byte, as before.
 *
 * The server itself keeps listening, and its own connection handler runs later, on the same socket. A
 * separate listener in front was rejected: the server would not know its port, its connections or when the
 * last one closed. Call it before the server listens, and never with an empty list, which would trust
 * everybody.
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
        // Many load balancers probe a port by connecting and disconnecting.
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
 * The server does not know connections that have not sent their header yet, so stopping would not close them
 * and would wait for their timeout. `close()` itself calls `closeIdleConnections()`.
 */
function closeWithIdleOnes(server: Server, waiting: ReadonlySet<Socket>): void {
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of waiting) socket.destroy();
    closeIdleConnections();
  };
}

/**
 * Calls `done` once with all bytes read so far, and leaves the socket flowing and without listeners of its
 * own.
 */
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

/**
 * Logs at most one line per interval: a misconfigured proxy fails on every connection. Never logs an address
 * or the bytes sent.
 */
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
