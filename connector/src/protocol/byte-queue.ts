/** Smaller chunks are copied together: a chunk of one byte would retain the whole read buffer of the socket. */
const BLOCK_BYTES = 16_384;
/** Initial size of an empty queue: most messages are short and read at once. */
const FIRST_BLOCK_BYTES = 1024;

/** A FIFO queue of bytes. Its memory is proportional to their number, however small the chunks are. */
export class ByteQueue {
  readonly #chunks: Uint8Array[] = [];
  /** The last chunk, if it may have free space. */
  #block: Uint8Array | undefined;
  #blockUsed = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    if (bytes.length >= BLOCK_BYTES) {
      this.#closeBlock();
      this.#chunks.push(bytes);
      return;
    }
    const block = this.#blockFor(bytes.length);
    block.set(bytes, this.#blockUsed);
    this.#blockUsed += bytes.length;
  }

  /** The next chunk, or undefined when the queue is empty. */
  shift(): Uint8Array | undefined {
    if (this.#chunks.length === 0) this.#closeBlock();
    const chunk = this.#chunks.shift();
    this.#length -= chunk?.length ?? 0;
    return chunk;
  }

  clear(): void {
    this.#closeBlock();
    this.#chunks.length = 0;
    this.#length = 0;
  }

  #blockFor(bytes: number): Uint8Array {
    if (this.#block && this.#blockUsed + bytes <= this.#block.length) return this.#block;
    this.#closeBlock();
    this.#block = new Uint8Array(
      this.#chunks.length === 0 ? Math.max(bytes, FIRST_BLOCK_BYTES) : BLOCK_BYTES,
    );
    return this.#block;
  }

  #closeBlock(): void {
    if (this.#block) this.#chunks.push(this.#block.subarray(0, this.#blockUsed));
    this.#block = undefined;
    this.#blockUsed = 0;
  }
}
