export const BATCH_SPANS = 1024;
/** A span takes about one kilobyte. */
const BATCH_BYTES = 1_048_576;
/** Of a character in UTF-8. */
const MOST_BYTES = 3;
const COMMA = 0x2c;

/**
 * Spans as they are sent: the bytes of their JSON, with commas between them. A span is put together from some fifty strings. As long as
 * nobody reads the whole, V8 keeps all of them, and the garbage collector would move them twice while they wait for their batch.
 */
export class SpanBatch {
  readonly #bytes = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #lengthBytes = 0;
  #spans = 0;

  get spans(): number {
    return this.#spans;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#lengthBytes);
  }

  /** False when there is no room for it. */
  add(span: string): boolean {
    if (this.#spans === BATCH_SPANS || this.#lengthBytes + 1 + span.length * MOST_BYTES > BATCH_BYTES)
      return false;
    if (this.#spans++ > 0) this.#bytes[this.#lengthBytes++] = COMMA;
    this.#lengthBytes += this.#bytes.write(span, this.#lengthBytes);
    return true;
  }

  clear(): void {
    this.#lengthBytes = 0;
    this.#spans = 0;
  }
}
