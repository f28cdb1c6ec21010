import { varintBytes, writeVarint } from '#kit';

export const BATCH_SPANS = 1024;
/** A span takes about half a kilobyte. */
const BATCH_BYTES = 1_048_576;
/** `spans` of `ScopeSpans`. */
const SPAN = 0x12;

/**
 * Spans as they are sent: the bytes of one message, in which each span is a field. What comes before the spans has the length of all of them in it, so it
 * is written last, into the room that is left for it.
 */
export class SpanBatch {
  readonly #bytes = Buffer.allocUnsafeSlow(BATCH_BYTES);
  readonly #headOf: (spansBytes: number) => Uint8Array;
  readonly #start: number;
  #length: number;
  #spans = 0;

  /** `headOf` is what stands before so many bytes of spans. */
  constructor(headOf: (spansBytes: number) => Uint8Array) {
    this.#headOf = headOf;
    this.#start = this.#length = headOf(BATCH_BYTES).length;
  }

  get spans(): number {
    return this.#spans;
  }

  /** What is sent, without a copy: buffers of this size would be external memory, for which V8 collects the whole heap every few seconds. */
  get body(): Buffer {
    const head = this.#headOf(this.#length - this.#start);
    this.#bytes.set(head, this.#start - head.length);
    return this.#bytes.subarray(this.#start - head.length, this.#length);
  }

  /** False when there is no room for it. */
  add(span: Uint8Array): boolean {
    const neededBytes = 1 + varintBytes(span.length) + span.length;
    if (this.#spans === BATCH_SPANS || this.#length + neededBytes > BATCH_BYTES) return false;
    this.#bytes[this.#length] = SPAN;
    const start = writeVarint(this.#bytes, span.length, this.#length + 1);
    this.#bytes.set(span, start);
    this.#length = start + span.length;
    this.#spans += 1;
    return true;
  }

  clear(): void {
    this.#length = this.#start;
    this.#spans = 0;
  }
}
