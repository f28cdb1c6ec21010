import type { Socket } from 'node:net';
import { ApiError } from '@svc/contract';
import { stopParsing } from '#exchange';
import type { Connection } from './connection.ts';

const MAX_WAITING = 16;

/**
 * Limits the requests that a client sends before earlier ones on the same connection are answered: 64 KB hold
 * 2,500 of them, and Node delivers them in one turn. Whether the latest one exceeds the limit. What follows it on
 * its connection is then discarded, and `tooManyPipelined` is the response.
 */
export function isOverrun({ unfinished }: Connection, socket: Socket): boolean {
  if (unfinished.size - 1 <= MAX_WAITING) return false;
  stopParsing(socket);
  return true;
}

export function tooManyPipelined(): ApiError {
  return new ApiError('invalid_request', {
    message: `At most ${MAX_WAITING} requests may wait for an answer on one connection. Read answers before you send more.`,
    headers: { connection: 'close' },
  });
}
