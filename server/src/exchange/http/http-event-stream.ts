import type { Socket } from 'node:net';
import type { Sweepable } from '#kit';
import type { KeepAlive } from '../keep-alive.ts';
import type { EventSink } from '../response-sink.ts';
import type { HttpExchange } from './http-exchange.ts';
import { baseHeaders } from './send-json.ts';

const STREAM_HEADERS = [
  'content-type',
  'text/event-stream',
  'cache-control',
  'no-store, no-transform',
  'x-accel-buffering',
  'no',
];

/** How long a client may take for the last bytes before its connection is cut. */
const LAST_BYTES_MS = 60_000;

/**
 * Server-sent events over a connection. Frames its chunks itself and gives each to the socket as one string:
 * `response.write` hands over four pieces per chunk, and the `writev` that takes was a quarter of all the time spent
 * under a thousand streams. Falls back to `response.write` where the response is not chunked (HTTP/1.0) or its turn on
 * the connection has not come yet (pipelining).
 */
export class HttpEventStream implements EventSink, Sweepable {
  readonly #exchange: HttpExchange;
  readonly #keepAlive: KeepAlive;
  readonly #headers: () => readonly string[];
  #pending = '';
  /** Whether what is pending is plain ASCII. Told from the pieces, which are short, not from the whole. */
  #ascii = true;
  #begun = false;
  #socket: Socket | undefined;
  sweepIndex = -1;
  /** Something was written since `silentMs` was last asked. A flag, so that the token path never asks for the time. */
  #wrote = true;
  #wroteAtMs = 0;

  constructor(exchange: HttpExchange, keepAlive: KeepAlive, headers: () => readonly string[]) {
    this.#exchange = exchange;
    this.#keepAlive = keepAlive;
    this.#headers = headers;
  }

  get begun(): boolean {
    return this.#begun;
  }

  add(events: string, isAscii: boolean): void {
    this.#pending += events;
    this.#ascii &&= isAscii;
  }

  flush(): boolean {
    if (this.#pending === '') return true;
    const [events, ascii] = [this.#pending, this.#ascii];
    this.#drop();
    if (this.#begun) return this.write(events, ascii);
    this.#begin(events);
    return !this.needsDrain;
  }

  end(): void {
    this.#writeRest();
    if (this.#begun) this.#endResponse();
  }

  endBroken(): void {
    this.#writeRest();
    if (!this.#begun) return;
    const { response } = this.#exchange;
    const { socket } = response;
    response.once('finish', () => socket?.destroySoon());
    this.#endResponse();
  }

  cancel(): void {
    this.#keepAlive.forget(this);
    this.#drop();
  }

  /** Writes whole events now. False when the client reads more slowly than we write. */
  write(events: string, isAscii = false): boolean {
    this.#wrote = true;
    if (!this.#socket) return this.#exchange.response.write(events);
    const bytes = isAscii ? events.length : Buffer.byteLength(events);
    // Text without a character above ASCII needs no conversion.
    return this.#socket.write(`${bytes.toString(16)}\r\n${events}\r\n`, isAscii ? 'latin1' : 'utf8');
  }

  get needsDrain(): boolean {
    return this.#socket?.writableNeedDrain ?? this.#exchange.response.writableNeedDrain;
  }

  /** For how long nothing was written, as far as whoever asks now and then can tell. */
  silentMs(nowMs: number): number {
    if (this.#wrote) this.#wroteAtMs = nowMs;
    this.#wrote = false;
    return nowMs - this.#wroteAtMs;
  }

  /** Sends the head with the first events. */
  #begin(events: string): void {
    this.#begun = true;
    const { response } = this.#exchange;
    response.writeHead(200, [...baseHeaders(this.#exchange), ...STREAM_HEADERS, ...this.#headers()]);
    this.#socket = response.chunkedEncoding ? (response.socket ?? undefined) : undefined;
    this.#listenForDrain();
    this.#socket?.cork();
    response.flushHeaders();
    this.write(events);
    this.#socket?.uncork();
    this.#keepAlive.watch(this);
  }

  #writeRest(): void {
    this.flush();
    this.#keepAlive.forget(this);
  }

  #endResponse(): void {
    const { response } = this.#exchange;
    response.setTimeout(LAST_BYTES_MS);
    response.end();
  }

  #drop(): void {
    this.#pending = '';
    this.#ascii = true;
  }

  #listenForDrain(): void {
    const exchange = this.#exchange;
    const drained = (): void => exchange.paused?.resume();
    const socket = this.#socket;
    if (!socket) {
      exchange.response.on('drain', drained);
      return;
    }
    // The connection outlives this response.
    socket.on('drain', drained);
    exchange.response.on('close', () => socket.off('drain', drained));
  }
}
