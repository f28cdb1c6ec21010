const CR = 13;
const LF = 10;
const HEAD_END = Buffer.from('\r\n\r\n');
const LARGEST_HEAD_BYTES = 32 * 1024;

/** Told of one answer's parts as they arrive. `body` slices are only valid during the call. */
export interface ResponseListener {
  head(status: number): void;
  body(bytes: Buffer, start: number, end: number): void;
  end(keepAlive: boolean): void;
}

const HEAD = 0;
const FIXED_BODY = 1;
const CHUNK_SIZE = 2;
const CHUNK_DATA = 3;
const CHUNK_END = 4;
const TRAILER = 5;

/**
 * Reads HTTP/1.1 answers from the bytes of one connection, one answer at a time, without copying bodies.
 * Only what the contenders send is understood: Content-Length or chunked. A body that ends with the
 * connection is refused, because a cut answer could not be told from a whole one.
 */
export class ResponseReader {
  readonly #listener: ResponseListener;
  #state = HEAD;
  #partialHead: Buffer | undefined;
  #left = 0;
  #lineLength = 0;
  #keepAlive = true;

  constructor(listener: ResponseListener) {
    this.#listener = listener;
  }

  /** Reads `bytes[0, length)`. Throws on framing it does not understand. */
  feed(bytes: Buffer, length: number): void {
    let at = 0;
    while (at < length) {
      if (this.#state === HEAD) at = this.#readHead(bytes, at, length);
      else if (this.#state === FIXED_BODY || this.#state === CHUNK_DATA)
        at = this.#readBody(bytes, at, length);
      else at = this.#readChunkLine(bytes, at, length);
    }
  }

  #readHead(bytes: Buffer, at: number, length: number): number {
    const fresh = bytes.subarray(at, length);
    const kept = this.#partialHead?.length ?? 0;
    const head = this.#partialHead ? Buffer.concat([this.#partialHead, fresh]) : fresh;
    const end = head.indexOf(HEAD_END);
    if (end < 0) {
      if (head.length > LARGEST_HEAD_BYTES) throw new Error('response head too large');
      this.#partialHead = Buffer.from(head);
      return length;
    }
    this.#partialHead = undefined;
    this.#startBody(head.toString('latin1', 0, end).toLowerCase());
    return at + end + HEAD_END.length - kept;
  }

  #startBody(head: string): void {
    this.#keepAlive = !head.includes('\r\nconnection: close');
    const lengthAt = head.indexOf('\r\ncontent-length:');
    this.#listener.head(Number(head.slice(9, 12)));
    if (lengthAt >= 0) {
      this.#left = Number.parseInt(head.slice(lengthAt + 17), 10);
      this.#state = FIXED_BODY;
      if (this.#left === 0) this.#finish();
    } else if (head.includes('\r\ntransfer-encoding: chunked')) {
      this.#left = 0;
      this.#state = CHUNK_SIZE;
    } else throw new Error('response has neither a length nor chunks');
  }

  #readBody(bytes: Buffer, at: number, length: number): number {
    const end = Math.min(length, at + this.#left);
    this.#listener.body(bytes, at, end);
    this.#left -= end - at;
    if (this.#left > 0) return end;
    if (this.#state === FIXED_BODY) this.#finish();
    else this.#state = CHUNK_END;
    return end;
  }

  #readChunkLine(bytes: Buffer, at: number, length: number): number {
    while (at < length) {
      const byte = bytes[at++] ?? 0;
      if (byte === LF) {
        if (this.#endLine()) return at;
      } else if (byte !== CR) {
        this.#lineLength++;
        if (this.#state === CHUNK_SIZE) this.#left = this.#left * 16 + hexDigit(byte);
      }
    }
    return at;
  }

  /** True when the lines are over for now: chunk data follows or the answer ended. */
  #endLine(): boolean {
    const empty = this.#lineLength === 0;
    this.#lineLength = 0;
    if (this.#state === CHUNK_END) this.#state = CHUNK_SIZE;
    else if (this.#state === CHUNK_SIZE) {
      this.#state = this.#left === 0 ? TRAILER : CHUNK_DATA;
      return this.#left > 0;
    } else if (empty) {
      this.#finish();
      return true;
    }
    return false;
  }

  #finish(): void {
    this.#state = HEAD;
    this.#listener.end(this.#keepAlive);
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  if (lower >= 97 && lower <= 102) return lower - 87;
  throw new Error('chunk size is not hexadecimal');
}
