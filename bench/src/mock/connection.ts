import type { Socket } from 'node:net';
import type { EventWheel, WheelEntry } from './event-wheel.ts';
import { RequestReader, type MockRequest } from './request-reader.ts';
import { contentEvent, errorReply, STREAM_START, streamEnd, WHOLE_REPLY } from './replies.ts';

/** An event waits while this much is unread, as an engine's own would. No event is dropped. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

/** Answers the requests of one connection, one after another. */
export function serveConnection(socket: Socket, wheel: EventWheel): void {
  const reader = new RequestReader();
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    const request = reader.feed(bytes);
    if (request) respond(socket, request, wheel);
  });
}

function respond(socket: Socket, request: MockRequest, wheel: EventWheel): void {
  if (request.failWith > 0) socket.write(errorReply(request.failWith));
  else if (!request.stream && request.delayMs > 0)
    setTimeout(() => socket.write(WHOLE_REPLY), request.delayMs);
  else if (!request.stream) socket.write(WHOLE_REPLY);
  else if (request.delayMs === 0 || request.events < 2) socket.write(streamWhole(request));
  else {
    socket.write(Buffer.concat([STREAM_START, contentEvent(0)]));
    wheel.add(new PacedStream(socket, request));
  }
}

function streamWhole(request: MockRequest): Buffer {
  const events = Array.from({ length: request.events }, (_, number) => contentEvent(number));
  return Buffer.concat([STREAM_START, ...events, streamEnd(request.events, request.includeUsage)]);
}

class PacedStream implements WheelEntry {
  readonly delayMs: number;
  readonly #socket: Socket;
  readonly #request: MockRequest;
  #next = 1;

  constructor(socket: Socket, request: MockRequest) {
    this.delayMs = request.delayMs;
    this.#socket = socket;
    this.#request = request;
  }

  writeDue(): boolean {
    if (!this.#socket.writable) return false;
    if (this.#socket.writableLength > UNREAD_LIMIT_BYTES) return true;
    const event = contentEvent(this.#next++);
    if (this.#next < this.#request.events) {
      this.#socket.write(event);
      return true;
    }
    this.#socket.write(Buffer.concat([event, streamEnd(this.#request.events, this.#request.includeUsage)]));
    return false;
  }
}
