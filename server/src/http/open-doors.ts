import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import type { Server } from 'node:http';

/** Listening sockets beside the server's own. */
const SIDE_DOORS = 7;
/** Whether the kernel spreads connections over sockets that share a port. */
const SPREADS = process.platform === 'linux';

interface Address {
  readonly port: number;
  readonly host: string;
}

/** The listening sockets of one server. */
export interface Doors {
  readonly port: number;
  /** Lets nobody in any more; resolves when the last connection, through whichever door it came, is over. */
  close(): Promise<void>;
}

/**
 * Listens, and on Linux opens more doors to the same port. The event loop takes one connection per listening socket and
 * turn, and under a thousand busy streams a turn takes milliseconds: with a single socket new callers waited seconds to
 * be let in while the process was far from saturated. The kernel spreads connections over sockets that share a port.
 *
 * The port is first taken without sharing, so that one in use by anybody, a second service included, is an error.
 * Rejects with the system's error, such as EADDRINUSE.
 */
export async function openDoors(server: Server, address: Address): Promise<Doors> {
  await open(server, address);
  if (address.port === 0 || !SPREADS) return doors([server]);
  await closeAll([server]);
  return openSharedDoors(server, address);
}

/**
 * Takes the port, of which 0 asks the system for a free one, for workers that will open shared doors to it. Until then
 * the server answers there itself, except where the kernel does not spread connections. Rejects when the port is in use.
 */
export async function reservePort(server: Server, address: Address): Promise<Doors> {
  if (address.port !== 0 || !SPREADS) await open(server, address);
  const reserved = server.listening ? doors([server]).port : 0;
  if (server.listening) await closeAll([server]);
  if (!SPREADS) return { port: reserved, close: () => Promise.resolve() };
  await open(server, { ...address, reusePort: true });
  return doors([server]);
}

/** As many doors to a port that other workers have doors to. Where the kernel does not spread, node:cluster hands out connections. */
export async function openSharedDoors(server: Server, { port, host }: Address): Promise<Doors> {
  if (!SPREADS) {
    await open(server, { port, host });
    return doors([server]);
  }
  await open(server, { port, host, reusePort: true });
  const sides: SocketServer[] = [];
  for (let door = 0; door < SIDE_DOORS; door++) {
    const side = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    await open(side, { port, host, reusePort: true });
    sides.push(side);
  }
  // The server first: closing it also closes its idle connections, those of the side doors included.
  return doors([server, ...sides]);
}

async function open(server: SocketServer | Server, options: { port: number; host: string; reusePort?: boolean }): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

function doors(servers: readonly SocketServer[]): Doors {
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
