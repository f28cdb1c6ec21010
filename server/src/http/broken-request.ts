import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '@svc/contract';
import { CORS_HEADERS } from '#exchange';
import { newId, type Clock } from '#kit';
import { renderError } from './error-body.ts';

/**
 * A request Node gave up on before any handler saw it: header overflow, nonsense, or too slow. Node's own answer has an
 * empty body; ours is the envelope (D-12, D-13). Written to the socket because there is no response object.
 */
export function answerBrokenRequest(clock: Clock, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newId('req_', clock.nowMs());
  const { status, body, headers } = renderError(refusalFor(error), requestId);
  const head = [...headers, ...CORS_HEADERS, 'x-request-id', requestId, 'x-svc-request-id', requestId];
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let i = 0; i < head.length; i += 2) text += `${head[i]}: ${head[i + 1]}\r\n`;
  text += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
  socket.end(text, () => socket.destroy());
}

function refusalFor(error: NodeJS.ErrnoException): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('invalid_request', { message: 'The request headers are too large.', cause: error });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', { cause: error });
    default:
      return new ApiError('invalid_request', { message: 'The request is not valid HTTP.', cause: error });
  }
}
