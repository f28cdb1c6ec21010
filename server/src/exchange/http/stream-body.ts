import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { ApiError } from '@svc/contract';
import type { HttpExchange } from './http-exchange.ts';

/** A sender that brings less than this in the time one body may take is refused: a kilobyte a second. */
const LEAST_BYTES_PER_S = 1024;

const long = new WeakSet<Duplex>();

/** Whether a body on this connection may take longer than the listener allows for whole requests. */
export function hasLongBody(socket: Duplex): boolean {
  return long.has(socket);
}

/**
 * The body of a request piece by piece, for one that is too large to be held: read no faster than it is taken, for as long as it
 * comes at all. Fails with 408 `request_timeout` when too little comes in `stallS` seconds. Destroy it to stop.
 */
export function streamBody(exchange: HttpExchange, stallS: number): Readable {
  const { request, response, incoming } = exchange;
  long.add(request.socket);
  if (exchange.expectsContinue) response.writeContinue();
  const stream = incoming?.stream() ?? request;
  // It may fail when nobody reads it yet, or any more.
  stream.on('error', () => undefined);
  watch(stream, request.socket, stallS);
  return stream;
}

function watch(stream: Readable, socket: Socket, stallS: number): void {
  let read = socket.bytesRead;
  const look = (): void => {
    const came = socket.bytesRead - read;
    read = socket.bytesRead;
    // One that waits for its reader, and not for its sender, is not slow.
    const isSlow = came < stallS * LEAST_BYTES_PER_S && stream.readableLength === 0;
    if (isSlow) stream.destroy(new ApiError('request_timeout', { headers: { connection: 'close' } }));
    else timer = setTimeout(look, stallS * 1000).unref();
  };
  let timer = setTimeout(look, stallS * 1000).unref();
  stream.once('close', () => {
    clearTimeout(timer);
    long.delete(socket);
  });
}
