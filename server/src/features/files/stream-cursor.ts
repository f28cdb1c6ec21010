import { ByteCollector } from '#kit';

/** Reads a stream of bytes sequentially. Reads beyond its end return fewer bytes. */
export class StreamCursor {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  position = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes, in chunks. */
  async *read(bytes: number): AsyncGenerator<Buffer, void> {
    for (const end = this.position + bytes; this.position < end;) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) return;
        this.#rest = next.value;
      }
      const chunk = this.#rest.subarray(0, end - this.position);
      this.#rest = this.#rest.subarray(chunk.length);
      this.position += chunk.length;
      yield chunk;
    }
  }

  async take(bytes: number): Promise<Buffer> {
    const taken = new ByteCollector(bytes, bytes);
    for await (const chunk of this.read(bytes)) taken.add(chunk);
    return taken.bytes;
  }

  async skip(bytes: number): Promise<void> {
    for await (const _chunk of this.read(bytes));
  }
}
