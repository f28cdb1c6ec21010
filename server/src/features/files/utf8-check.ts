import { isUtf8 } from 'node:buffer';

const CONTINUATION = 0b1000_0000;

/** Checks that chunked bytes are UTF-8. A character may be split between two chunks. */
export class Utf8Check {
  #rest = Buffer.alloc(0);
  valid = true;

  add(chunk: Buffer): void {
    if (!this.valid || chunk.length === 0) return;
    const end = chunk.length - unfinishedBytes(chunk);
    // A short chunk may be entirely part of a character that is not complete yet.
    if (end <= 0 || this.#rest.length > 0) return this.#addJoined(Buffer.concat([this.#rest, chunk]));
    this.valid = isUtf8(chunk.subarray(0, end));
    this.#rest = Buffer.from(chunk.subarray(end));
  }

  end(): void {
    if (this.#rest.length > 0) this.valid = false;
  }

  #addJoined(joined: Buffer): void {
    const end = joined.length - unfinishedBytes(joined);
    this.valid = isUtf8(joined.subarray(0, end));
    this.#rest = Buffer.from(joined.subarray(end));
  }
}

/** Bytes at the end that start an incomplete character: at most three. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0b1100_0000) === CONTINUATION) continue;
    return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOf(first: number): number {
  if (first >= 0b1111_0000) return 4;
  if (first >= 0b1110_0000) return 3;
  return first >= 0b1100_0000 ? 2 : 1;
}
