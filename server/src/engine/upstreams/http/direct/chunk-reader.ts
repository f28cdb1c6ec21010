const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const SEMICOLON = 59;
const SPACE = 32;
const TAB = 9;
/** Eight hexadecimal digits are four gigabytes. */
const MAX_SIZE_DIGITS = 8;
/** Extensions and trailers of one body, which nobody reads. As much as Node allows a head. */
const MAX_UNREAD_BYTES = 16_384;
/**
 * So many chunks are returned one by one, as they are when they arrive one by one: what the caller gets of a failure depends on whether the
 * output before it was passed on.
 */
const SINGLE_CHUNKS = 8;

type State =
  | 'size'
  | 'extension'
  | 'end of size'
  | 'content'
  | 'end of chunk'
  | 'end of chunk line'
  | 'trailer line'
  | 'trailer'
  | 'end of trailer line'
  | 'end of body'
  | 'ended'
  | 'broken';

/**
 * Takes a chunked body out of its chunks (RFC 9112 §7.1). As strict as Node's parser: lines end with CRLF, a size is hexadecimal digits and
 * nothing else. It holds no bytes.
 */
export class ChunkReader {
  #state: State = 'size';
  #sizeDigits = 0;
  /** Of the chunk, what has not been read. */
  #left = 0;
  #unreadBytes = 0;
  #chunks = 0;
  /** What of the last bytes was not read: it is behind the body, or behind one of the first chunks. */
  restBytes = 0;

  /** All of the body has been read. */
  get ended(): boolean {
    return this.#state === 'ended';
  }

  /** These are no chunks: nothing more may be read. */
  get broken(): boolean {
    return this.#state === 'broken';
  }

  /**
   * The content in these bytes, which are overwritten by it: where there are several chunks they are moved together. Reads to the end of the
   * body, or of one of the first chunks.
   */
  read(bytes: Buffer): Buffer {
    let start = 0;
    let end = 0;
    let at = 0;
    while (at < bytes.length && this.#state !== 'ended' && this.#state !== 'broken') {
      if (this.#state !== 'content') {
        this.#step(bytes[at++]!);
        continue;
      }
      const length = Math.min(this.#left, bytes.length - at);
      if (end === 0) start = end = at;
      else bytes.copyWithin(end, at, at + length);
      end += length;
      at += length;
      this.#left -= length;
      if (this.#left > 0) continue;
      this.#state = 'end of chunk';
      if (++this.#chunks <= SINGLE_CHUNKS) break;
    }
    this.restBytes = bytes.length - at;
    return bytes.subarray(start, end);
  }

  /** One byte of what is around the content. */
  #step(byte: number): void {
    switch (this.#state) {
      case 'size':
        return this.#size(byte);
      case 'extension':
        return this.#skip(byte, 'end of size');
      case 'end of size':
        return this.#expect(byte, LINE_FEED, this.#left === 0 ? 'trailer line' : 'content');
      case 'end of chunk':
        return this.#expect(byte, CARRIAGE_RETURN, 'end of chunk line');
      case 'end of chunk line':
        this.#sizeDigits = 0;
        return this.#expect(byte, LINE_FEED, 'size');
      case 'trailer line':
        if (byte === CARRIAGE_RETURN) this.#state = 'end of body';
        else this.#skip(byte, 'broken', 'trailer');
        return;
      case 'trailer':
        return this.#skip(byte, 'end of trailer line');
      case 'end of trailer line':
        return this.#expect(byte, LINE_FEED, 'trailer line');
      case 'end of body':
        return this.#expect(byte, LINE_FEED, 'ended');
      case 'content':
      case 'ended':
      case 'broken':
        return;
    }
  }

  #size(byte: number): void {
    const digit = digitOf(byte);
    if (digit >= 0 && this.#sizeDigits < MAX_SIZE_DIGITS) {
      this.#left = this.#left * 16 + digit;
      this.#sizeDigits++;
    } else if (this.#sizeDigits === 0) this.#state = 'broken';
    else if (byte === CARRIAGE_RETURN) this.#state = 'end of size';
    else this.#state = byte === SEMICOLON ? 'extension' : 'broken';
  }

  #expect(byte: number, expected: number, next: State): void {
    this.#state = byte === expected ? next : 'broken';
  }

  /** Passes over a byte that nobody reads. `next` follows the end of its line. */
  #skip(byte: number, next: State, otherwise = this.#state): void {
    if (byte === CARRIAGE_RETURN) this.#state = next;
    else if ((byte < SPACE && byte !== TAB) || ++this.#unreadBytes > MAX_UNREAD_BYTES) this.#state = 'broken';
    else this.#state = otherwise;
  }
}

/** The value of a hexadecimal digit; -1 for anything else. */
function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
