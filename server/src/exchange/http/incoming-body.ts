import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError } from '@svc/contract';
import { ByteCollector, freeBuffer } from '#kit';
import { continueAfterYield } from './continue-after-yield.ts';
import { stopParsing } from './stop-parsing.ts';
import { WholeRequest, type BodyTaker } from './whole-request.ts';

/**
 * The number of chunks any body may arrive in, and the bytes that each further chunk must bring on average:
 * passing on a chunk costs a microsecond.
 */
const FREE_CHUNKS = 256;
const MIN_BYTES_PER_CHUNK = 64;
/**
 * The most chunks taken from one body in a turn of the event loop; then other connections get the next turn.
 */
const CHUNKS_PER_YIELD = 256;
const BYTES_PER_YIELD = 65_536;
/** A body that announces more is paced. */
const UNPACED_BYTES = 262_144;
/** The most that is read before the body is requested. */
const UNASKED_BYTES = 65_536;

/** The most chunks, of at most 64 KB each, that are buffered of a body that is read as a stream. */
const MAX_STREAM_CHUNKS = 4;

/** One body's view of the memory that all bodies being read may hold. */
export interface BodyShare {
  /** Sets what the body holds now. Throws an `ApiError` when there is no room. */
  hold(bytes: number): void;
  close(): void;
}

interface Reader {
  readonly limitBytes: number;
  /** Called once the body turns out not to arrive in one chunk. */
  readonly share: () => BodyShare;
  readonly resolve: (bytes: Buffer | undefined) => void;
  readonly reject: (error: ApiError) => void;
}

/**
 * A request body as it arrives. Node reads up to 32 times, 2 MB, before other connections get a turn; here a
 * large or chunked body pauses its socket earlier. A chunked body is read from the start, because its chunks
 * may be one byte long and each chunk in Node's own buffer is a separate Buffer.
 */
export class IncomingBody implements BodyTaker {
  readonly #request: IncomingMessage;
  readonly #announcedBytes: number | undefined;
  readonly #collector: ByteCollector;
  readonly #yieldToOthers: (() => void) | undefined;
  readonly #isChunked: boolean;
  /** Its socket is paused when it has used its share of a turn. */
  readonly #isPaced: boolean;
  #bytes = 0;
  #bytesSinceYield = 0;
  #chunks = 0;
  #chunksSinceYield = 0;
  #ended = false;
  #paused = false;
  /** It has used its share of this turn, so it stays paused even if its reader asks for more. */
  #isYielding = false;
  /** Nothing more is read, not even to be discarded. */
  #stopped = false;
  #discards = false;
  #refusal: ApiError | undefined;
  #reader: Reader | undefined;
  #stream: Readable | undefined;
  /** The stream has room for more. */
  #streamAsks = true;
  #share: BodyShare | undefined;

  /** Calls `yieldToOthers` when this body has used its share of a turn of the event loop. */
  constructor(request: IncomingMessage, yieldToOthers?: () => void) {
    const { 'content-length': length } = request.headers;
    this.#request = request;
    this.#announcedBytes = length === undefined ? undefined : Number(length);
    this.#collector = new ByteCollector(Number.POSITIVE_INFINITY, this.#announcedBytes);
    this.#yieldToOthers = yieldToOthers;
    this.#isChunked = isChunked(request);
    this.#isPaced = this.#isChunked || (this.#announcedBytes ?? 0) > UNPACED_BYTES;
    // Node's own `_read` resumes the socket after every chunk.
    if (this.#isPaced) {
      request._read = () => void (this.#paused || request.socket.resume());
      this.#listen();
    }
  }

  /**
   * Reads the whole body; undefined when empty. Rejects with 413, with 400 when it is split too finely, or as
   * its share refuses.
   */
  read(limitBytes: number, share: () => BodyShare): Promise<Buffer | undefined> {
    const request = this.#request;
    if (!this.#isPaced && !(request instanceof WholeRequest && request.passTo(this))) this.#listen();
    return new Promise((resolve, reject) => {
      this.#reader = { limitBytes, share, resolve, reject };
      if (this.#refusal) return reject(this.#refusal);
      if (this.#bytes > 0) this.#limit(this.#reader);
      if (this.#ended) this.end();
      else this.#flow();
    });
  }

  /**
   * Reads the body as a stream, no faster than it is consumed; an alternative to `read`. Fails with 400 when
   * it is split too finely.
   */
  stream(): Readable {
    const stream = new Readable({
      // Called before the consumed data has left the buffer, and once until the next push, so the buffer's
      // current size says nothing.
      read: () => {
        this.#streamAsks = true;
        if (this.#isPaced) this.#flow();
        else this.#request.resume();
      },
      // Bytes would be copied together into one chunk of all that waits.
      objectMode: true,
      highWaterMark: MAX_STREAM_CHUNKS,
    });
    this.#stream = stream;
    if (!this.#isPaced) this.#listen();
    if (this.#bytes > 0) stream.push(this.#collector.take());
    if (this.#refusal) stream.destroy(this.#refusal);
    else if (this.#ended) this.end();
    return stream;
  }

  /**
   * The response was sent without reading the body. Discards what still arrives while the connection stays
   * open.
   */
  discard(): void {
    this.#discards = true;
    this.#collector.take();
    this.#flow();
  }

  #listen(): void {
    const request = this.#request;
    request.on('data', (chunk: Buffer) => this.take(chunk));
    request.on('end', () => this.end());
    // The connection closed before the body was complete: nothing waits for it.
    request.on('close', () => this.end());
  }

  take(chunk: Buffer): void {
    this.#bytesSinceYield += chunk.length;
    if (this.#isChunked || (this.#isPaced && this.#bytesSinceYield >= BYTES_PER_YIELD)) this.#pause();
    if (this.#stopped) return;
    this.#bytes += chunk.length;
    if (++this.#chunksSinceYield === CHUNKS_PER_YIELD) this.#yieldToOthers?.();
    if (++this.#chunks > FREE_CHUNKS + this.#bytes / MIN_BYTES_PER_CHUNK) {
      this.#stopped = true;
      stopParsing(this.#request.socket);
      return this.#refuse(cutTooFinely());
    }
    if (this.#refusal || this.#discards) return;
    if (this.#stream) {
      this.#streamAsks = this.#stream.push(chunk);
      if (!this.#streamAsks && !this.#isPaced) this.#request.pause();
      return;
    }
    this.#collector.add(chunk);
    // The first chunk is kept as it is; the others were copied.
    if (this.#bytes > chunk.length) freeBuffer(chunk);
    if (this.#reader) this.#limit(this.#reader);
  }

  #limit({ limitBytes, share }: Reader): void {
    if (this.#bytes > limitBytes) return this.#refuse(tooLarge(limitBytes));
    // The body is complete, and usually came at once.
    if (this.#bytes === this.#announcedBytes || this.#ended) return;
    try {
      (this.#share ??= share()).hold(this.#collector.heldBytes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#refuse(error);
    }
  }

  /** Pauses until the next turn of the event loop, or until the data is needed. */
  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#isYielding = true;
    this.#chunksSinceYield = 0;
    this.#bytesSinceYield = 0;
    this.#request.socket.pause();
    continueAfterYield(() => {
      this.#isYielding = false;
      this.#flow();
    });
  }

  #flow(): void {
    if (!this.#paused || this.#isYielding || this.#stopped || !this.#isWanted()) return;
    this.#paused = false;
    this.#request.socket.resume();
  }

  #isWanted(): boolean {
    if (this.#stream) return this.#streamAsks;
    return this.#reader !== undefined || this.#discards || this.#bytes < UNASKED_BYTES;
  }

  #refuse(refusal: ApiError): void {
    if (this.#refusal) return;
    this.#refusal = refusal;
    this.#collector.take();
    this.#share?.close();
    this.#reader?.reject(refusal);
    this.#stream?.destroy(refusal);
  }

  end(): void {
    this.#ended = true;
    this.#share?.close();
    if (this.#stream && this.#request.complete) this.#stream.push(null);
    else this.#stream?.destroy(new ApiError('invalid_request', { message: 'The body ended too early.' }));
    const reader = this.#reader;
    // Through its promise it keeps the whole body, and listeners of the request keep this object.
    this.#reader = undefined;
    reader?.resolve(this.#bytes > 0 ? this.#collector.take() : undefined);
  }
}

/** Whether its chunks may be far smaller than the packets that carry them. */
export function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}

export function tooLarge(limitBytes: number): ApiError {
  return new ApiError('payload_too_large', {
    extra: { max_bytes: limitBytes },
    headers: { connection: 'close' },
  });
}

function cutTooFinely(): ApiError {
  return new ApiError('invalid_request', {
    message: `The body arrives in too many small chunks. Send chunks of ${MIN_BYTES_PER_CHUNK} bytes or more.`,
    headers: { connection: 'close' },
  });
}
