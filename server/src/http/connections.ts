import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The open connections of a listener, which share turns of the event loop. Node reads every connection that has something to say
 * in one turn, and parses all that it has read: eight senders of one-byte chunks together hold the loop eight times as long as one.
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

  /** One of them has taken its part of this turn: the others are read in the next one. */
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
