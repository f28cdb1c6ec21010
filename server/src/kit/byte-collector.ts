/** What the first allocation has at least: a few small pieces need one. */
const LEAST_BYTES = 1024;

/**
 * From here on an announced size is approached in larger steps: copying touches new memory all at once, which takes a millisecond for
 * each megabyte on some virtual machines. Not in one step, or a small part of many bodies would look like a full heap to the collector.
 */
const LARGE_BYTES = 1_048_576;
const LARGE_GROWTH = 8;

const NOTHING = Buffer.alloc(0);

/**
 * Puts together what arrives from outside in pieces. The pieces are copied into one buffer that doubles, because each piece that
 * is kept as a Buffer of its own costs hundreds of bytes: a megabyte in pieces of one byte took 400 MB. What is held stays
 * below three times what was added, and a single piece is not copied at all.
 */
export class ByteCollector {
  readonly #limitBytes: number;
  readonly #expectedBytes: number;
  #buffer: Buffer<ArrayBuffer> = NOTHING;
  #length = 0;

  /** `expectedBytes` is a size that was announced: the buffer does not outgrow it, and is not made of that size before bytes came. */
  constructor(limitBytes: number, expectedBytes = Number.POSITIVE_INFINITY) {
    this.#limitBytes = limitBytes;
    this.#expectedBytes = expectedBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Memory it takes. Of a large allocation that is what was written to. */
  get heldBytes(): number {
    return this.#buffer.length > LARGE_BYTES
      ? Math.min(this.#buffer.length, 2 * this.#length)
      : this.#buffer.length;
  }

  /** False when there would be more than the limit. What came before is let go of, and so is whatever comes then. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    if (length > this.#limitBytes) {
      this.#buffer = NOTHING;
      this.#length = Number.POSITIVE_INFINITY;
      return false;
    }
    if (this.#length === 0) {
      this.#buffer = Buffer.from(piece.buffer as ArrayBuffer, piece.byteOffset, piece.length);
    } else {
      if (length > this.#buffer.length) this.#grow(length);
      this.#buffer.set(piece, this.#length);
    }
    this.#length = length;
    return true;
  }

  /** What has arrived, without a copy: to be read before anything is added. */
  get bytes(): Buffer<ArrayBuffer> {
    return this.#length === this.#buffer.length ? this.#buffer : this.#buffer.subarray(0, this.#length);
  }

  /** Hands over what has arrived and begins anew. */
  take(): Buffer<ArrayBuffer> {
    const bytes = this.bytes;
    this.#buffer = NOTHING;
    this.#length = 0;
    return bytes;
  }

  #grow(neededBytes: number): void {
    const wantedBytes = Math.min(
      Math.max(this.#growthFor(neededBytes) * neededBytes, LEAST_BYTES),
      this.#expectedBytes,
      this.#limitBytes,
    );
    // Not of the pool, which one small piece would keep alive.
    const larger = Buffer.allocUnsafeSlow(Math.max(wantedBytes, neededBytes));
    larger.set(this.bytes);
    this.#buffer = larger;
  }

  #growthFor(neededBytes: number): number {
    return neededBytes >= LARGE_BYTES && Number.isFinite(this.#expectedBytes) ? LARGE_GROWTH : 2;
  }
}
