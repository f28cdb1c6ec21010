import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '@svc/contract';
import { stopParsing } from '#exchange';

const MOST_WAITING = 16;

/**
 * Limits the requests that a client sends before earlier ones on the same connection are answered: 64 KB hold
 * 2,500 of them, and Node delivers them in one turn.
 */
export class PipelinedRequests {
  readonly #waiting = new WeakMap<Socket, number>();

  /**
   * Whether this request exceeds the limit. Its connection is then no longer read, and `tooManyPipelined` is
   * the response.
   */
  overrun({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // No request is ahead of it.
    if (response.socket !== null) return false;
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    this.#waiting.set(socket, waiting);
    response.once('close', () => this.#waiting.set(socket, (this.#waiting.get(socket) ?? 0) - 1));
    if (waiting <= MOST_WAITING) return false;
    stopParsing(socket);
    return true;
  }
}

export function tooManyPipelined(): ApiError {
  return new ApiError('invalid_request', {
    message: `At most ${MOST_WAITING} requests may wait for an answer on one connection. Read answers before you send more.`,
    headers: { connection: 'close' },
  });
}
