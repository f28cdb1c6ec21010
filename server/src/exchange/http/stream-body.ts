import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { ApiError } from '@svc/contract';
import type { HttpExchange } from './http-exchange.ts';
import { IncomingBody } from './incoming-body.ts';

/** A sender slower than this over the time one body may take is refused: a kilobyte a second. */
const MIN_BYTES_PER_S = 1024;

const long = new WeakSet<Duplex>();

/** Whether a body on this connection may take longer than the listener allows for whole requests. */
export function hasLongBody(socket: Duplex): boolean {
  return long.has(socket);
}

/**
 * Streams a request body that is too large to be buffered, no faster than it is consumed. There is no total
 * time limit. Fails with 408 `request_timeout` when too little arrives within `stallS` seconds. Destroy it to
 * stop.
 */
export function streamBody(exchange: HttpExchange, stallS: number): Readable {
  const { request, response } = exchange;
  long.add(request.socket);
  if (exchange.expectsContinue) response.writeContinue();
  // Not the request itself: destroying that would close the connection and lose the response.
  const stream = (exchange.incoming ??= new IncomingBody(request)).stream();
  // It may fail before or after somebody reads it.
  stream.on('error', () => undefined);
  watch(stream, request.socket, stallS);
  return stream;
}

function watch(stream: Readable, socket: Socket, stallS: number): void {
  let read = socket.bytesRead;
  const look = (): void => {
    const came = socket.bytesRead - read;
    read = socket.bytesRead;
    // A body that waits for its reader, not for its sender, is not slow.
    const isSlow = came < stallS * MIN_BYTES_PER_S && stream.readableLength === 0;
    if (isSlow) stream.destroy(new ApiError('request_timeout', { headers: { connection: 'close' } }));
    else timer = setTimeout(look, stallS * 1000).unref();
  };
  let timer = setTimeout(look, stallS * 1000).unref();
  stream.once('close', () => {
    clearTimeout(timer);
    long.delete(socket);
  });
}
