import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import type { Server } from 'node:http';

/** Listening sockets beside the server's own. */
const EXTRA_SOCKETS = 7;
/** Whether the kernel spreads connections over sockets that share a port. */
const SPREADS = process.platform === 'linux';

interface Address {
  readonly port: number;
  readonly host: string;
}

/** The listening sockets of one server. */
export interface ListenSockets {
  readonly port: number;
  /** Accepts nothing more; resolves when the last connection, through whichever socket it came, is over. */
  close(): Promise<void>;
}

/**
 * Listens, and on Linux opens more sockets for the same port. The event loop takes one connection per listening socket and
 * turn, and under a thousand busy streams a turn takes milliseconds: with a single socket new callers waited seconds to
 * be let in while the process was far from saturated. The kernel spreads connections over sockets that share a port.
 *
 * The port is first taken without sharing, so that one in use by anybody, a second service included, is an error.
 * Rejects with the system's error, such as EADDRINUSE.
 */
export async function listen(server: Server, address: Address): Promise<ListenSockets> {
  await open(server, address);
  if (address.port === 0 || !SPREADS) return listenSockets([server]);
  await closeAll([server]);
  return listenShared(server, address);
}

/**
 * Takes the port, of which 0 asks the system for a free one, for workers that will share it. Until then
 * the server answers there itself, except where the kernel does not spread connections. Rejects when the port is in use.
 */
export async function reservePort(server: Server, address: Address): Promise<ListenSockets> {
  if (address.port !== 0 || !SPREADS) await open(server, address);
  const reserved = server.listening ? listenSockets([server]).port : 0;
  if (server.listening) await closeAll([server]);
  if (!SPREADS) return { port: reserved, close: () => Promise.resolve() };
  await open(server, { ...address, reusePort: true });
  return listenSockets([server]);
}

/** As many sockets for a port that other workers listen on. Where the kernel does not spread, node:cluster hands out connections. */
export async function listenShared(server: Server, { port, host }: Address): Promise<ListenSockets> {
  if (!SPREADS) {
    await open(server, { port, host });
    return listenSockets([server]);
  }
  await open(server, { port, host, reusePort: true });
  const extras: SocketServer[] = [];
  for (let i = 0; i < EXTRA_SOCKETS; i++) {
    const extra = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    await open(extra, { port, host, reusePort: true });
    extras.push(extra);
  }
  // The server first: closing it also closes its idle connections, those of the extra sockets included.
  return listenSockets([server, ...extras]);
}

async function open(
  server: SocketServer | Server,
  options: { port: number; host: string; reusePort?: boolean },
): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

function listenSockets(servers: readonly SocketServer[]): ListenSockets {
  const { port } = servers[0]!.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return { port, close: () => (closing ??= closeAll(servers)) };
}

/** A socket server counts only the connections it took itself: each must be waited for. */
async function closeAll(servers: readonly SocketServer[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = once(server, 'close');
      server.close();
      return closed;
    }),
  );
}
