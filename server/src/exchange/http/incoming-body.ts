import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError } from '@svc/contract';
import { ByteCollector } from '#kit';
import { stopParsing } from './stop-parsing.ts';

/** Pieces that any body may come in, and bytes that each further one must bring on average: handing over a piece costs a microsecond. */
const FREE_PIECES = 256;
const LEAST_BYTES_PER_PIECE = 64;
/** Taken of one body in a turn of the event loop before the other connections wait for the next turn. */
const PIECES_PER_TURN = 256;
/** Taken before anybody has asked for the body. */
const UNASKED_BYTES = 65_536;

/** Held of a body that is read piece by piece. */
const STREAM_BYTES = 262_144;

/** What the bodies being read may hold in memory, as far as one of them is concerned. */
export interface BodyShare {
  /** Counts what it holds now. Throws an `ApiError` when there is no room. */
  hold(bytes: number): void;
  close(): void;
}

interface Reader {
  readonly limitBytes: number;
  /** Asked once the body does not arrive in one piece. */
  readonly share: () => BodyShare;
  readonly resolve: (bytes: Buffer | undefined) => void;
  readonly reject: (error: ApiError) => void;
}

/**
 * The body of a request on its way in. A chunked one is watched from its head on, since its chunks may be of one byte: those
 * that wait in Node's own buffer are a Buffer each, and Node reads up to 32 times before anybody else has a turn.
 */
export class IncomingBody {
  readonly #request: IncomingMessage;
  readonly #announcedBytes: number | undefined;
  readonly #collector: ByteCollector;
  readonly #endTurn: (() => void) | undefined;
  #bytes = 0;
  #pieces = 0;
  #piecesThisTurn = 0;
  #ended = false;
  #paused = false;
  /** Nothing more is read, not even to be thrown away. */
  #stopped = false;
  #discards = false;
  #refusal: ApiError | undefined;
  #reader: Reader | undefined;
  #stream: Readable | undefined;
  /** Whether the stream has room for more. */
  #streamAsks = true;
  #share: BodyShare | undefined;

  /** `endTurn` is called when this body has taken its part of a turn of the event loop. */
  constructor(request: IncomingMessage, endTurn?: () => void) {
    const { 'content-length': length } = request.headers;
    this.#request = request;
    this.#announcedBytes = length === undefined ? undefined : Number(length);
    this.#collector = new ByteCollector(Number.POSITIVE_INFINITY, this.#announcedBytes);
    this.#endTurn = endTurn;
    const chunked = isChunked(request);
    // Node's own lets the socket flow again after every piece.
    if (chunked) request._read = () => void (this.#paused || request.socket.resume());
    request.on('data', (piece: Buffer) => {
      if (chunked) this.#pause();
      this.#take(piece);
    });
    request.on('end', () => this.#end());
    // Gone before the body was complete: nobody waits for it any more.
    request.on('close', () => this.#end());
  }

  /** The whole body, undefined when empty. Rejects with 413, or 400 when it is cut too finely, or as its share refuses. */
  read(limitBytes: number, share: () => BodyShare): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#reader = { limitBytes, share, resolve, reject };
      if (this.#refusal) return reject(this.#refusal);
      if (this.#bytes > 0) this.#limit(this.#reader);
      if (this.#ended) this.#end();
      else this.#flow();
    });
  }

  /** The body piece by piece, read no faster than it is taken, instead of `read`. Fails with 400 when it is cut too finely. */
  stream(): Readable {
    const stream = new Readable({
      // Called before what is taken has left the buffer, and once until the next push: how full the buffer is now says nothing.
      read: () => {
        this.#streamAsks = true;
        this.#flow();
      },
      highWaterMark: STREAM_BYTES,
    });
    this.#stream = stream;
    if (this.#bytes > 0) stream.push(this.#collector.take());
    if (this.#refusal) stream.destroy(this.#refusal);
    else if (this.#ended) this.#end();
    return stream;
  }

  /** It was answered without its body. What still comes is thrown away, for as long as the connection is kept. */
  discard(): void {
    this.#discards = true;
    this.#collector.take();
    this.#flow();
  }

  #take(piece: Buffer): void {
    if (this.#stopped) return;
    this.#bytes += piece.length;
    if (++this.#piecesThisTurn === PIECES_PER_TURN) this.#endTurn?.();
    if (++this.#pieces > FREE_PIECES + this.#bytes / LEAST_BYTES_PER_PIECE) {
      this.#stopped = true;
      stopParsing(this.#request.socket);
      return this.#refuse(cutTooFinely());
    }
    if (this.#refusal || this.#discards) return;
    if (this.#stream) {
      this.#streamAsks = this.#stream.push(piece);
      return;
    }
    this.#collector.add(piece);
    if (this.#reader) this.#limit(this.#reader);
  }

  #limit({ limitBytes, share }: Reader): void {
    if (this.#bytes > limitBytes) return this.#refuse(tooLarge(limitBytes));
    // All of it is there, and usually came at once.
    if (this.#bytes === this.#announcedBytes || this.#ended) return;
    try {
      (this.#share ??= share()).hold(this.#collector.heldBytes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#refuse(error);
    }
  }

  /** Until the next turn of the event loop, or until somebody wants what has come. */
  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#piecesThisTurn = 0;
    this.#request.socket.pause();
    setImmediate(() => this.#flow());
  }

  #flow(): void {
    if (!this.#paused || this.#stopped || !this.#isWanted()) return;
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

  #end(): void {
    this.#ended = true;
    this.#share?.close();
    if (this.#stream && this.#request.complete) this.#stream.push(null);
    else this.#stream?.destroy(new ApiError('invalid_request', { message: 'The body ended too early.' }));
    this.#reader?.resolve(this.#bytes > 0 ? this.#collector.take() : undefined);
  }
}

/** Whether its pieces may be far smaller than the packets they come in. */
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
    message: `The body arrives in too many small chunks. Send chunks of ${LEAST_BYTES_PER_PIECE} bytes or more.`,
    headers: { connection: 'close' },
  });
}
