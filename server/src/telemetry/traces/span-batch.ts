export const BATCH_SPANS = 1024;
/** A span takes about one kilobyte. */
const BATCH_BYTES = 1_048_576;
/** Of a character in UTF-8. */
const MOST_BYTES = 3;
const COMMA = 0x2c;

/**
 * Spans as they are sent: the bytes of their JSON, with commas between them and one text around them. A span is put together from some fifty strings. As long as
 * nobody reads the whole, V8 keeps all of them, and the garbage collector would move them twice while they wait for their batch.
 */
export class SpanBatch {
  readonly #bytes = Buffer.allocUnsafeSlow(BATCH_BYTES);
  readonly #headBytes: number;
  readonly #tail: string;
  #lengthBytes: number;
  #spans = 0;

  /** `head` and `tail` stand around the spans. */
  constructor(head: string, tail: string) {
    this.#headBytes = this.#lengthBytes = this.#bytes.write(head);
    this.#tail = tail;
  }

  get spans(): number {
    return this.#spans;
  }

  /** What is sent, without a copy: buffers of this size would be external memory, for which V8 collects the whole heap every few seconds. */
  get body(): Buffer {
    const tailBytes = this.#bytes.write(this.#tail, this.#lengthBytes);
    return this.#bytes.subarray(0, this.#lengthBytes + tailBytes);
  }

  /** False when there is no room for it. */
  add(span: string): boolean {
    const neededBytes = 1 + (span.length + this.#tail.length) * MOST_BYTES;
    if (this.#spans === BATCH_SPANS || this.#lengthBytes + neededBytes > BATCH_BYTES) return false;
    if (this.#spans++ > 0) this.#bytes[this.#lengthBytes++] = COMMA;
    this.#lengthBytes += this.#bytes.write(span, this.#lengthBytes);
    return true;
  }

  clear(): void {
    this.#lengthBytes = this.#headBytes;
    this.#spans = 0;
  }
}
