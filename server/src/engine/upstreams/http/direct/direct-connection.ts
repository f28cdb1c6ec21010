import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { ChunkReader } from './chunk-reader.ts';
import { responseKind } from '../response-head.ts';
import type { ChunkedBody } from '../request-writer.ts';
import { openSocket, type ConnectionTarget, type TlsSessions } from './open-socket.ts';
import { writeChunks } from './write-chunks.ts';
import { isChunked, keepAliveMs, responseHeaders } from './response-headers.ts';
import type { CallControl, ResponseHandler } from './response-handler.ts';
import { releaseParser, takeParser, type ResponseParser, type ResponseParts } from './response-parser.ts';

/** Whoever hands out connections. */
export interface ConnectionOwner extends TlsSessions {
  /** It may carry the next call, for so long. */
  released(connection: DirectConnection, keepAliveMs: number): void;
  closed(connection: DirectConnection): void;
  /** The connection had ended before this request reached the engine. */
  missed(request: SentRequest): void;
}

/** A whole request, and who waits for its response. */
export interface SentRequest {
  readonly call: ResponseHandler;
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
  /** Follows the text in chunks. Absent: the text is all. */
  readonly body?: ChunkedBody;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Between probes of a connection on which nothing arrives. */
const PROBE_MS = 60_000;
/** A kept connection that ends so soon after a request was written to it had been closed before. */
const MISSED_WITHIN_MS = 1000;
/** Every connection reads into this one buffer, and all that was read is parsed before the next read. */
const READ_BUFFER = Buffer.allocUnsafeSlow(65_536);

/** Its listeners find the connection by it. A closure for each of them would take a kilobyte of every open connection. */
interface OwnedSocket extends Socket {
  readonly owner: DirectConnection;
}

/**
 * One connection to a model server over HTTP/1.1, with or without TLS, which carries one call at a time. It differs from a general client in
 * what it leaves out: no stream for the response, no buffer for each read, one text for the whole request.
 */
export class DirectConnection implements CallControl, ResponseParts {
  readonly #owner: ConnectionOwner;
  readonly #socket: OwnedSocket;
  /** Absent while events are read. */
  #parser: ResponseParser | undefined;
  /** Reads the events of the call. */
  #chunks: ChunkReader | undefined;
  /** Ends an attempt to connect that takes too long. */
  #tooLate: NodeJS.Timeout | undefined;
  #call: ResponseHandler | undefined;
  #status = 0;
  #keepAliveMs = 0;
  /** The response of the call has been read to its end. */
  #complete = false;
  /** Bytes came that belong to no call, or the engine wants another protocol. */
  #astray = false;
  #paused = false;
  #calls = 0;
  /** Its request is in chunks, of which not all are written. */
  #writing = false;
  /** The request of the call, until there is a connection. */
  #unsent: SentRequest | undefined;
  /** The request of the call, until its response begins: a kept connection may have ended meanwhile. */
  #unanswered: SentRequest | undefined;
  #sentAtMs = 0;

  constructor(owner: ConnectionOwner, target: ConnectionTarget) {
    this.#owner = owner;
    const socket = openSocket(target, owner, {
      keepAliveInitialDelay: PROBE_MS,
      onread: { buffer: READ_BUFFER, callback: (length) => this.#read(length) },
    });
    this.#socket = Object.assign(socket, { owner: this });
    this.#tooLate = setTimeout(DirectConnection.#giveUp, CONNECT_TIMEOUT_MS, socket);
    // Until then it is not known whose server this is, and a request holds a credential.
    socket.on(target.isSecure ? 'secureConnect' : 'connect', DirectConnection.#onConnect);
    socket.on('end', DirectConnection.#onEnd);
    socket.on('error', DirectConnection.#onError);
    socket.on('close', DirectConnection.#onClose);
  }

  static #giveUp(socket: Socket): void {
    socket.destroy();
  }

  static #onConnect(this: OwnedSocket): void {
    const connection = this.owner;
    connection.#stopTimer();
    const request = connection.#unsent;
    connection.#unsent = undefined;
    if (request) connection.#write(request);
  }

  static #onEnd(this: OwnedSocket): void {
    this.owner.#ended();
  }

  /** What failed does not matter: `close` follows. */
  static #onError(): void {}

  static #onClose(this: OwnedSocket): void {
    const connection = this.owner;
    connection.#stopTimer();
    connection.#parser?.close();
    connection.#owner.closed(connection);
    connection.#lose();
  }

  #stopTimer(): void {
    clearTimeout(this.#tooLate);
    this.#tooLate = undefined;
  }

  get isUsable(): boolean {
    return this.#call === undefined && this.#socket.writable && !this.#socket.destroyed;
  }

  /** Sends a request. Before the connection is made it waits for that. */
  start(request: SentRequest): void {
    const { call } = request;
    this.#call = call;
    call.onRequestStart(this);
    // It may have been aborted.
    if (this.#call !== call) return;
    if (this.#calls++ > 0) {
      this.#unanswered = request;
      this.#sentAtMs = performance.now();
    }
    if (this.#tooLate) this.#unsent = request;
    else this.#write(request);
  }

  #write({ text, encoding, body, call }: SentRequest): void {
    this.#socket.write(text, encoding);
    if (!body) return;
    this.#writing = true;
    // A body that cannot be written is one that the engine waits for in vain.
    writeChunks(this.#socket, body, () => this.#call === call).then(
      (isWhole) => (this.#writing &&= !isWhole),
      () => this.abort(),
    );
  }

  abort(): void {
    this.#socket.destroy();
    this.#fail();
  }

  pause(): void {
    this.#paused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#socket.resume();
  }

  begin(): void {
    if (!this.#call || this.#complete) this.#astray = true;
    else this.#call.onResponseStarted();
    this.#unanswered = undefined;
  }

  head(status: number, headers: readonly string[], keepAlive: boolean): boolean {
    if (this.#astray) return false;
    this.#status = status;
    if (status === 101) this.#astray = true;
    if (status < 200) return false;
    this.#keepAliveMs = keepAlive ? keepAliveMs(headers) : 0;
    const parsedHeaders = responseHeaders(headers);
    this.#call?.onResponseStart(this, status, parsedHeaders);
    // Judged as the call judges it: who collects a whole body keeps its packets, and these are overwritten.
    const isStream = status === 200 && responseKind(parsedHeaders, false) === 'stream';
    if (!isStream || !isChunked(headers)) return false;
    this.#chunks = new ChunkReader();
    return true;
  }

  body(bytes: Buffer): void {
    if (!this.#astray) this.#call?.onResponseData(this, bytes);
  }

  end(): void {
    if (!this.#astray && this.#status >= 200) this.#complete = true;
  }

  #read(length: number): boolean {
    // TLS passes on all that it has decrypted, whatever becomes of the connection meanwhile.
    if (this.#socket.destroyed) return false;
    const bytes = READ_BUFFER.subarray(0, length);
    const isHttp = this.#chunks ? this.#readChunks(this.#chunks, bytes) : this.#readResponse(bytes);
    if (this.#socket.destroyed) return false;
    const lost = !isHttp || this.#astray;
    // What came before is a whole response all the same.
    if (this.#complete) this.#finish(!lost);
    else if (lost) this.abort();
    return true;
  }

  #readResponse(bytes: Buffer): boolean {
    const parser = (this.#parser ??= takeParser(this));
    const read = parser.read(bytes);
    if (read === undefined || !this.#chunks) return read !== undefined;
    this.#parser = undefined;
    releaseParser(parser);
    return read === bytes.length || this.#readChunks(this.#chunks, bytes.subarray(read));
  }

  /** A parser takes ten kilobytes, makes a buffer and a call for each chunk, and there may be thousands of streams. */
  #readChunks(chunks: ChunkReader, bytes: Buffer): boolean {
    for (let rest = bytes; rest.length > 0 && !chunks.ended && !chunks.broken;) {
      const content = chunks.read(rest);
      rest = rest.subarray(rest.length - chunks.restBytes);
      if (content.length > 0) this.body(content);
    }
    if (chunks.ended) {
      this.#chunks = undefined;
      this.end();
      if (chunks.restBytes > 0) this.#astray = true;
    }
    return !chunks.broken;
  }

  #ended(): void {
    if (this.#call && !this.#complete) {
      this.#parser?.finish();
      if (this.#complete) return this.#finish(false);
    }
    this.#socket.destroy();
  }

  /** First of all the connection is free: the next call may begin when this one is told of its end. */
  #finish(mayReuse: boolean): void {
    const call = this.#call;
    this.#call = undefined;
    this.#complete = false;
    this.resume();
    // The engine answered before it had read the request: what it would make of the rest is not known.
    const isWritten = !this.#writing && this.#socket.writableLength === 0;
    if (mayReuse && isWritten && this.#keepAliveMs > 0) this.#owner.released(this, this.#keepAliveMs);
    else this.#socket.destroy();
    call?.onResponseEnd();
  }

  /**
   * The connection ended by itself. Engines close what is idle, and a request may cross with that: it is sent once more, on a new
   * connection. Of a request that an engine began to answer, or thought about, the call hears.
   */
  #lose(): void {
    const request = this.#unanswered;
    if (!request || performance.now() - this.#sentAtMs > MISSED_WITHIN_MS) return this.#fail();
    this.#call = undefined;
    this.#unanswered = undefined;
    this.#owner.missed(request);
  }

  #fail(): void {
    const call = this.#call;
    this.#call = undefined;
    this.#unanswered = undefined;
    this.#unsent = undefined;
    call?.onResponseError();
  }
}
