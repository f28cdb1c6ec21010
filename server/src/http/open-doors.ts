import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import type { Server } from 'node:http';

/** Listening sockets beside the server's own. */
const SIDE_DOORS = 7;

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
export async function openDoors(server: Server, { port, host }: { readonly port: number; readonly host: string }): Promise<Doors> {
  await open(server, { port, host });
  if (port === 0 || process.platform !== 'linux') return doors([server]);
  await closeAll([server]);
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
