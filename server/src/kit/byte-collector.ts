/** What the first allocation has at least: a few small chunks need one. */
const MIN_BYTES = 1024;

/**
 * From here on the buffer grows in place: copying touches new memory all at once, which takes one to four milliseconds for each
 * megabyte on virtual machines.
 */
const LARGE_BYTES = 1_048_576;
/** Addresses that a large buffer reserves; memory is taken as bytes come. What needs more is copied. */
const RESERVED_BYTES = 67_108_864;

const NOTHING = Buffer.alloc(0);

/**
 * Puts together what arrives from outside in chunks. The chunks are copied into one buffer that doubles, because each chunk that
 * is kept as a Buffer of its own costs hundreds of bytes: a megabyte in chunks of one byte took 400 MB. What is held stays
 * below three times what was added, and a single chunk is not copied at all.
 */
export class ByteCollector {
  readonly #limitBytes: number;
  readonly #expectedBytes: number;
  #buffer: Buffer<ArrayBuffer> = NOTHING;
  /** What the buffer grows in, once it is large. */
  #reserved: ArrayBuffer | undefined;
  #length = 0;

  /** `expectedBytes` is a size that was announced: the buffer does not outgrow it, and is not made of that size before bytes came. */
  constructor(limitBytes: number, expectedBytes = Number.POSITIVE_INFINITY) {
    this.#limitBytes = limitBytes;
    this.#expectedBytes = expectedBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Memory it takes. */
  get heldBytes(): number {
    return this.#buffer.length;
  }

  /** False when there would be more than the limit. What came before is let go of, and so is whatever comes then. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#limitBytes) {
      this.#buffer = NOTHING;
      this.#reserved = undefined;
      this.#length = Number.POSITIVE_INFINITY;
      return false;
    }
    if (this.#length === 0) {
      this.#buffer = Buffer.from(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.length);
    } else {
      if (length > this.#buffer.length) this.#grow(length);
      this.#buffer.set(chunk, this.#length);
    }
    this.#length = length;
    return true;
  }

  /** What has arrived, without a copy: to be read before anything is added. */
  get bytes(): Buffer<ArrayBuffer> {
    return this.#length === this.#buffer.length ? this.#buffer : this.#buffer.subarray(0, this.#length);
  }

  /** Hands over what has arrived and starts over. */
  take(): Buffer<ArrayBuffer> {
    const bytes = this.bytes;
    this.#buffer = NOTHING;
    this.#reserved = undefined;
    this.#length = 0;
    return bytes;
  }

  #grow(neededBytes: number): void {
    const mostBytes = Math.max(neededBytes, Math.min(this.#expectedBytes, this.#limitBytes));
    const wantedBytes = Math.min(Math.max(2 * neededBytes, MIN_BYTES), mostBytes);
    if (this.#reserved && wantedBytes <= this.#reserved.maxByteLength) {
      this.#reserved.resize(wantedBytes);
      this.#buffer = Buffer.from(this.#reserved, 0, wantedBytes);
      return;
    }
    this.#reserved = undefined;
    // Small buffers are not of the pool, which one small chunk would keep alive.
    const larger =
      neededBytes < LARGE_BYTES ? Buffer.allocUnsafeSlow(wantedBytes) : this.#reserve(wantedBytes, mostBytes);
    larger.set(this.bytes);
    this.#buffer = larger;
  }

  #reserve(bytes: number, mostBytes: number): Buffer<ArrayBuffer> {
    const maxByteLength = Math.max(bytes, Math.min(mostBytes, RESERVED_BYTES));
    this.#reserved = new ArrayBuffer(bytes, { maxByteLength });
    return Buffer.from(this.#reserved, 0, bytes);
  }
}
