import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import type { Server } from 'node:http';

/** Listening sockets in addition to the server's own. */
const EXTRA_SOCKETS = 63;
/** Whether the kernel distributes connections among sockets that share a port. */
const SPREADS = process.platform === 'linux';

interface Address {
  readonly port: number;
  readonly host: string;
}

/** The listening sockets of one server. */
export interface ListenSockets {
  readonly port: number;
  /** Stops accepting; resolves when the last connection of any socket has ended. */
  close(): Promise<void>;
}

/**
 * Listens, and on Linux opens more sockets on the same port. The event loop accepts one connection per
 * listening socket and turn, and under a thousand busy streams a turn takes milliseconds: with a single
 * socket new callers waited seconds while the process was far from saturated. When it is saturated, a turn
 * takes 100 ms: of 5,000 streams the last one percent began after 13 to 16 s with 8 sockets, and after 6 to
 * 8 s with 64, which take 19 ms to open. The kernel distributes connections among sockets that share a port.
 *
 * The port is first taken exclusively, so that a port in use is an error, even if a second service uses it.
 * Rejects with the system's error, such as EADDRINUSE.
 *
 * `exclusive`: node:cluster gives workers that ask for port 0 one port, and spreads its connections over all of them.
 */
export async function listen(server: Server, address: Address): Promise<ListenSockets> {
  await open(server, { ...address, exclusive: true });
  if (address.port === 0 || !SPREADS) return listenSockets([server]);
  await closeAll([server]);
  return listenShared(server, address);
}

/**
 * Reserves the port that workers will share; 0 asks the system for a free one. Until then the server itself
 * answers there, unless the kernel does not distribute connections. Rejects when the port is in use.
 */
export async function reservePort(server: Server, address: Address): Promise<ListenSockets> {
  if (address.port !== 0 || !SPREADS) await open(server, address);
  const reserved = server.listening ? listenSockets([server]).port : 0;
  if (server.listening) await closeAll([server]);
  if (!SPREADS) return { port: reserved, close: () => Promise.resolve() };
  await open(server, { ...address, reusePort: true });
  return listenSockets([server]);
}

/**
 * Opens as many sockets on a port that other workers also listen on. If the kernel does not distribute
 * connections, node:cluster does.
 */
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
  // The server first: closing it also closes its idle connections, including those of the extra sockets.
  return listenSockets([server, ...extras]);
}

async function open(
  server: SocketServer | Server,
  options: { port: number; host: string; reusePort?: boolean; exclusive?: boolean },
): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

function listenSockets(servers: readonly SocketServer[]): ListenSockets {
  const { port } = servers[0]!.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return { port, close: () => (closing ??= closeAll(servers)) };
}

/** A socket server counts only the connections it accepted itself, so each must be awaited. */
async function closeAll(servers: readonly SocketServer[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = once(server, 'close');
      server.close();
      return closed;
    }),
  );
}
