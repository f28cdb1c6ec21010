import type { Socket } from 'node:net';
import type { Sweepable } from '#kit';
import type { KeepAlive } from '../keep-alive.ts';
import type { EventSink, Silence } from '../response-sink.ts';
import type { HttpExchange } from './http-exchange.ts';
import { baseHeaders } from './send-json.ts';
import { WholeResponse } from './whole-response.ts';

const STREAM_HEADERS = [
  'content-type',
  'text/event-stream',
  'cache-control',
  'no-store, no-transform',
  'x-accel-buffering',
  'no',
];

/** How long a client may take for the last bytes before its connection is closed. */
const LAST_BYTES_MS = 60_000;

/**
 * Server-sent events over a connection. Frames its own chunks and passes each to the socket as one string:
 * `response.write` passes four chunks per chunk, and the resulting `writev` took a quarter of all time under
 * a thousand streams. Falls back to `response.write` when the response is not chunked (HTTP/1.0) or not yet
 * first on its connection (pipelining).
 */
export class HttpEventStream implements EventSink, Sweepable {
  readonly #exchange: HttpExchange;
  readonly #keepAlive: KeepAlive;
  /** Until the head is sent. */
  #headers: (() => readonly string[]) | undefined;
  #pending = '';
  /** Whether the pending text is plain ASCII. Checked chunk by chunk, because chunks are short. */
  #ascii = true;
  #begun = false;
  #socket: Socket | undefined;
  /** Listens on the connection, which outlives this response. */
  #drained: (() => void) | undefined;
  sweepIndex = -1;
  /**
   * Something was written since the last `silentMs`. A flag, so that the token path never reads the clock.
   */
  #wrote = true;
  #wroteAtMs = 0;

  readonly #silence: Silence | undefined;

  constructor(
    exchange: HttpExchange,
    keepAlive: KeepAlive,
    headers: () => readonly string[],
    silence?: Silence,
  ) {
    this.#silence = silence;
    this.#exchange = exchange;
    this.#keepAlive = keepAlive;
    this.#headers = headers;
    keepAlive.watch(this);
  }

  get begun(): boolean {
    return this.#begun;
  }

  add(events: string, isAscii: boolean): void {
    this.#pending += events;
    this.#ascii &&= isAscii;
  }

  flush(): boolean {
    if (this.#pending === '') return !this.#begun || !this.needsDrain;
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
    this.#ignoreDrain();
    this.#drop();
  }

  /** Writes the word, unless the client does not read or there is something to say. */
  bridgeSilence(word: string): void {
    if (this.needsDrain) return;
    if (this.#begun) return void this.write(this.#silence?.word?.() ?? word);
    // Complete but for its record, which decides the status.
    if (this.#pending !== '') return;
    this.#silence?.open?.();
    this.add(this.#silence?.word?.() ?? word, true);
    this.flush();
  }

  /** Writes whole events now. False when the client reads more slowly than we write. */
  write(events: string, isAscii = false): boolean {
    this.#wrote = true;
    if (!this.#socket) return this.#exchange.response.write(events);
    const bytes = isAscii ? events.length : Buffer.byteLength(events);
    // Pure ASCII text needs no conversion.
    return this.#socket.write(`${bytes.toString(16)}\r\n${events}\r\n`, isAscii ? 'latin1' : 'utf8');
  }

  get needsDrain(): boolean {
    return this.#socket?.writableNeedDrain ?? this.#exchange.response.writableNeedDrain;
  }

  /** How long nothing was written, as precisely as the caller polls. */
  silentMs(nowMs: number): number {
    if (this.#wrote) this.#wroteAtMs = nowMs;
    this.#wrote = false;
    return nowMs - this.#wroteAtMs;
  }

  /** Sends the head with the first events. */
  #begin(events: string): void {
    this.#begun = true;
    const { response } = this.#exchange;
    const own = this.#headers?.() ?? [];
    this.#headers = undefined;
    response.writeHead(200, [...baseHeaders(this.#exchange), ...STREAM_HEADERS, ...own]);
    this.#socket = response.chunkedEncoding ? (response.socket ?? undefined) : undefined;
    this.#listenForDrain();
    this.#socket?.cork();
    response.flushHeaders();
    this.write(events);
    this.#socket?.uncork();
    this.#forgetHeads();
  }

  /** Neither the request's head nor the response's is looked at again, and the stream may take minutes. */
  #forgetHeads(): void {
    const { response } = this.#exchange;
    this.#exchange.forgetHead();
    if (this.#socket && response instanceof WholeResponse) response.forgetHead();
  }

  #writeRest(): void {
    this.flush();
    this.#keepAlive.forget(this);
  }

  #endResponse(): void {
    const { response } = this.#exchange;
    this.#ignoreDrain();
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
    socket.on('drain', drained);
    this.#drained = drained;
  }

  #ignoreDrain(): void {
    if (this.#drained) this.#socket?.off('drain', this.#drained);
    this.#drained = undefined;
  }
}
