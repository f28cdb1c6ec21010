import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '@svc/contract';
import { CORS_HEADERS, hasLongBody } from '#exchange';
import { newId, type Clock, type Log } from '#kit';
import { renderError } from './error-body.ts';

/**
 * Requests Node gives up on before, or while, a handler sees them: header overflow, nonsense, too slow, CONNECT. Node's
 * own answer has an empty body; ours is the envelope (D-12, D-13). Written to the socket because there is no response
 * object, and only when no answer of ours is on that connection already.
 */
export class BrokenRequests {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #latest = new WeakMap<Duplex, ServerResponse>();

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** The answer that is now being given on this connection. */
  note(response: ServerResponse): void {
    this.#latest.set(response.req.socket, response);
  }

  answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    // It is watched by whoever reads it. Node tells once, and lets the connection be.
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
