import type { Server, Socket } from 'node:net';

/**
 * Listens for errors of every connection this server accepts. Node removes its own listener when it hands a
 * connection over, for an upgrade or CONNECT, and a reset of a connection that nobody listens to would end the
 * process. Only the listener is missing then: the stream closes itself, and its `close` event is what matters.
 * `event`: with TLS, an encrypted connection is another object than the connection below it.
 */
export function surviveSocketErrors(
  server: Server,
  event: 'connection' | 'secureConnection' = 'connection',
): void {
  server.on(event, (socket: Socket) => void socket.on('error', ignore));
}

function ignore(): void {}
