import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A listener's open connections, which share turns of the event loop. Node reads every readable connection in
 * one turn and parses everything it read: eight senders of one-byte chunks together would block the loop
 * eight times as long as one.
 */
export class Connections {
  readonly #open = new Set<Socket>();
  #waiting: Socket[] | undefined;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /** A connection has used its share of this turn: the others are read in the next one. */
  readonly endTurn = (): void => {
    if (this.#waiting) return;
    this.#waiting = [...this.#open].filter((socket) => !socket.isPaused());
    for (const socket of this.#waiting) socket.pause();
    setImmediate(() => this.#resume());
  };

  #resume(): void {
    for (const socket of this.#waiting ?? []) socket.resume();
    this.#waiting = undefined;
  }
}
