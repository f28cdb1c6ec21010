import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '@svc/contract';
import { CORS_HEADERS, hasLongBody } from '#exchange';
import { newId, type Clock, type Log } from '#kit';
import { renderError } from './error-body.ts';

/**
 * Requests that Node rejects before or while a handler sees them: header overflow, malformed input, timeouts,
 * CONNECT. Node's own response has an empty body; ours is the error envelope (D-12, D-13). Written to the
 * socket because there is no response object, and only if no response has started on that connection.
 */
export class BrokenRequests {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #latest = new WeakMap<Duplex, ServerResponse>();

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Notes the response in progress on this connection. */
  note(response: ServerResponse): void {
    this.#latest.set(response.req.socket, response);
  }

  answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    // The body's reader watches it. Node reports this once and leaves the connection open.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasLongBody(socket)) return;
    const latest = this.#latest.get(socket);
    const answered = latest?.headersSent && !(latest.req.complete && latest.writableFinished);
    if (error.code === 'ECONNRESET' || !socket.writable || answered) {
      socket.destroy();
      return;
    }
    this.refuse(refusalFor(error), socket);
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
