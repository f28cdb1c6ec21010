import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Enrolled } from '#kit';
import type { Exchange } from './exchange.ts';
import { baseHeaders } from './send-json.ts';

const STREAM_HEADERS = ['content-type', 'text/event-stream', 'cache-control', 'no-store, no-transform', 'x-accel-buffering', 'no'];

/** How long a client may take for the last bytes before its connection is cut. */
const LAST_BYTES_MS = 60_000;

/**
 * The answer as a stream of server-sent events. Frames its chunks itself and gives each to the socket as one string:
 * `response.write` hands over four pieces per chunk, and the `writev` that takes was a quarter of all the time spent
 * under a thousand streams. Falls back to `response.write` where the answer is not chunked (HTTP/1.0) or its turn on
 * the connection has not come yet (pipelining).
 */
export class EventStream implements Enrolled {
  readonly #response: ServerResponse;
  readonly #socket: Socket | undefined;
  rosterIndex = -1;
  /** Something was written since `silentMs` was last asked. A flag, so that the token path never asks for the time. */
  #wrote = true;
  #wroteAtMs = 0;

  /** Sends the head with the first events. */
  constructor(exchange: Exchange, headers: readonly string[], firstEvents: string) {
    const { response } = exchange;
    this.#response = response;
    response.writeHead(200, [...baseHeaders(exchange), ...STREAM_HEADERS, ...headers]);
    this.#socket = response.chunkedEncoding ? (response.socket ?? undefined) : undefined;
    this.#listenForDrain(exchange);
    this.#socket?.cork();
    response.flushHeaders();
    this.write(firstEvents);
    this.#socket?.uncork();
  }

  /**
   * False when the client reads more slowly than we write: `exchange.paused` is resumed when it has caught up.
   * `isAscii` when the writer knows that no character is above ASCII, which spares measuring and converting.
   */
  write(events: string, isAscii = false): boolean {
    this.#wrote = true;
    if (!this.#socket) return this.#response.write(events);
    const bytes = isAscii ? events.length : Buffer.byteLength(events);
    // Text without a character above ASCII needs no conversion.
    return this.#socket.write(`${bytes.toString(16)}\r\n${events}\r\n`, isAscii ? 'latin1' : 'utf8');
  }

  get needsDrain(): boolean {
    return this.#socket?.writableNeedDrain ?? this.#response.writableNeedDrain;
  }

  /** For how long nothing was written, as far as whoever asks now and then can tell. */
  silentMs(nowMs: number): number {
    if (this.#wrote) this.#wroteAtMs = nowMs;
    this.#wrote = false;
    return nowMs - this.#wroteAtMs;
  }

  end(): void {
    this.#response.setTimeout(LAST_BYTES_MS);
    this.#response.end();
  }

  /** Ends a stream that failed: the connection goes with it (inference contract §6). */
  endBroken(): void {
    const { socket } = this.#response;
    this.#response.once('finish', () => socket?.destroySoon());
    this.end();
  }

  #listenForDrain(exchange: Exchange): void {
    const drained = (): void => exchange.paused?.resume();
    const socket = this.#socket;
    if (!socket) {
      this.#response.on('drain', drained);
      return;
    }
    // The connection outlives this answer.
    socket.on('drain', drained);
    this.#response.on('close', () => socket.off('drain', drained));
  }
}
