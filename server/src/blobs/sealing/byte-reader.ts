/** Reads exact amounts from a source with chunks of any size. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Fills the buffer. False if the source ends before. */
  async fill(target: Buffer): Promise<boolean> {
    for (let filled = 0; filled < target.length;) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) return false;
        this.#rest = next.value;
      }
      const copied = this.#rest.copy(target, filled);
      this.#rest = this.#rest.subarray(copied);
      filled += copied;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
