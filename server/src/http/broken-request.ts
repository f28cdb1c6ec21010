import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '@svc/contract';
import { CORS_HEADERS, hasLongBody } from '#exchange';
import { newId, type Clock, type Log } from '#kit';
import type { Connections } from './connections.ts';
import { renderError } from './error-body.ts';

/** How long a client may take for the refusal before its connection is closed. */
const LAST_BYTES_MS = 60_000;

/**
 * Requests that Node rejects before or while a handler sees them: header overflow, malformed input, timeouts,
 * CONNECT. Node's own response has an empty body; ours is the error envelope (D-12, D-13). Written to the
 * socket because there is no response object, and only if no response has started on that connection.
 */
export class BrokenRequests {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #connections: Connections;

  constructor(clock: Clock, log: Log, connections: Connections) {
    this.#clock = clock;
    this.#log = log;
    this.#connections = connections;
  }

  handle(error: NodeJS.ErrnoException, socket: Duplex): void {
    // The body's reader watches it. Node reports this once and leaves the connection open.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasLongBody(socket)) return;
    const responded = this.#connections.of(socket)?.isPartlySent ?? false;
    if (error.code === 'ECONNRESET' || !socket.writable || responded) {
      socket.destroy();
      return;
    }
    this.refuse(refusalFor(error), socket);
  }

  /** A request that Node takes for the opening of a tunnel. Behind others its refusal would come before their responses. */
  refuseTunnel(socket: Duplex): void {
    if (this.#connections.isBusy(socket)) this.#connections.of(socket)?.abort();
    else this.refuse(new ApiError('method_not_allowed', { headers: { allow: '' } }), socket);
  }

  refuse(error: ApiError, socket: Duplex): void {
    const requestId = newId('req_', this.#clock.nowMs());
    const { status, code, body, headers } = renderError(error, requestId);
    this.#log.info({ request_id: requestId, status, code }, 'malformed request rejected');
    const head = [...headers, ...CORS_HEADERS, 'x-request-id', requestId, 'x-svc-request-id', requestId];
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    for (let i = 0; i < head.length; i += 2) text += `${head[i]}: ${head[i + 1]}\r\n`;
    text += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
    socket.end(text, () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), LAST_BYTES_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  }
}

function refusalFor(error: NodeJS.ErrnoException): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('invalid_request', { message: 'The request headers are too large.' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout');
    default:
      return new ApiError('invalid_request', { message: 'The request is not valid HTTP.' });
  }
}
