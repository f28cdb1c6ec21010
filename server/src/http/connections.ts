import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection } from './connection.ts';
import type { StalledReaders } from './stalled-readers.ts';

/**
 * A listener's connections, and those of them that share turns of the event loop. Node reads every readable
 * connection in one turn and parses everything it read: eight senders of one-byte chunks together would block
 * the loop eight times as long as one.
 */
export class Connections {
  readonly #known = new WeakMap<Duplex, Connection>();
  /** Those that receive a chunked body. Pausing all that are open would cost more than it saves. */
  readonly #receiving = new Set<Socket>();
  readonly #stalled: Pick<StalledReaders, 'watch' | 'forget'>;
  #waiting: Socket[] | undefined;

  constructor(stalled: Pick<StalledReaders, 'watch' | 'forget'>) {
    this.#stalled = stalled;
  }

  /** Notes a response until it is over. */
  add(response: ServerResponse): Connection {
    const { socket } = response.req;
    let connection = this.#known.get(socket);
    if (!connection) this.#known.set(socket, (connection = new Connection()));
    connection.add(response);
    if (connection.unfinished.size > 1) keepReading(socket);
    else this.#stalled.watch(socket);
    response.on('close', () => {
      connection.unfinished.delete(response);
      if (connection.unfinished.size === 0) this.#stalled.forget(socket);
    });
    return connection;
  }

  /** Undefined before its first request. */
  of(socket: Duplex): Connection | undefined {
    return this.#known.get(socket);
  }

  /** Whether an earlier request on this connection has no complete response yet. */
  isBusy(socket: Duplex): boolean {
    return (this.#known.get(socket)?.unfinished.size ?? 0) > 0;
  }

  /** The body of this request takes turns with others until it has arrived. */
  receive(request: IncomingMessage): void {
    const { socket } = request;
    this.#receiving.add(socket);
    const end = (): void => void this.#receiving.delete(socket);
    request.once('end', end).once('close', end);
  }

  /** A connection has used its share of this turn: the others are read in the next one. */
  readonly yieldToOthers = (): void => {
    if (this.#waiting) return;
    this.#waiting = [...this.#receiving].filter((socket) => !socket.isPaused());
    for (const socket of this.#waiting) socket.pause();
    setImmediate(() => this.#resume());
  };

  #resume(): void {
    for (const socket of this.#waiting ?? []) socket.resume();
    this.#waiting = undefined;
  }
}

/**
 * Node stops reading a connection when a request comes while much waits to be sent, and would not notice there that
 * the client leaves while a model call ahead has nothing to send yet. The number of waiting requests is limited
 * anyway. The field is not documented: without it nothing changes here.
 */
function keepReading(socket: Socket & { _paused?: boolean }): void {
  if (!socket._paused) return;
  socket._paused = false;
  socket.resume();
}
