import { BackupDamaged } from '../backup-errors.ts';

/** Reads exact numbers of bytes from chunks of any size. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes in one buffer: for a few only. Throws BackupDamaged when there are fewer. */
  async read(bytes: number): Promise<Buffer> {
    const whole = Buffer.allocUnsafe(bytes);
    let at = 0;
    for await (const piece of this.pieces(bytes)) at += piece.copy(whole, at);
    return whole;
  }

  /** The next bytes piece by piece. Throws BackupDamaged when there are fewer. */
  async *pieces(bytes: number): AsyncGenerator<Buffer, void> {
    for (let left = bytes; left > 0;) {
      if (this.#rest.length === 0 && !(await this.#fill())) throw new BackupDamaged('cut');
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#fill());
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done) return false;
    this.#rest = next.value;
    return this.#rest.length > 0 || this.#fill();
  }
}
