import { once } from 'node:events';
import { createServer, type Server as SocketServer } from 'node:net';
import type { Server } from 'node:http';

/** Listening sockets beside the server's own. */
const SIDE_DOORS = 7;

/**
 * Listens, and on Linux opens more doors to the same port. The event loop takes one connection per listening socket and
 * turn, and under a thousand busy streams a turn takes milliseconds: with a single socket new callers waited seconds to
 * be let in while the process was far from saturated. The kernel spreads connections over sockets that share a port.
 *
 * The port is first taken without sharing, so that one in use by anybody, a second service included, is an error.
 * Rejects with the system's error, such as EADDRINUSE.
 */
export async function listen(server: Server, { port, host }: { readonly port: number; readonly host: string }): Promise<void> {
  await open(server, { port, host });
  if (port === 0 || process.platform !== 'linux') return;
  const closed = once(server, 'close');
  server.close();
  await closed;
  await open(server, { port, host, reusePort: true });
  for (let door = 0; door < SIDE_DOORS; door++) {
    const side = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    await open(side, { port, host, reusePort: true });
    closeWith(server, side);
  }
}

async function open(server: SocketServer | Server, options: { port: number; host: string; reusePort?: boolean }): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

/** No door outlives the server: whoever closes it knows nothing of them. Their connections are the server's to close. */
function closeWith(server: Server, side: SocketServer): void {
  const close = server.close.bind(server);
  server.close = (callback) => {
    side.close();
    return close(callback);
  };
}
