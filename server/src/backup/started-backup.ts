export interface BackupEnd {
  readonly bytes: number;
  /** False when whoever read it wanted no more. */
  readonly complete: boolean;
  readonly error?: unknown;
}

/** The chunks of a backup that has begun. To be read to the end, or given back by `return`. */
export class StartedBackup implements AsyncIterableIterator<Buffer, void> {
  readonly #chunks: AsyncGenerator<Buffer, void>;
  readonly #ended: (end: BackupEnd) => void;
  #first: IteratorResult<Buffer, void> | undefined;
  #bytes = 0;
  #hasEnded = false;

  private constructor(
    first: IteratorResult<Buffer, void>,
    chunks: AsyncGenerator<Buffer, void>,
    ended: (end: BackupEnd) => void,
  ) {
    this.#first = first;
    this.#chunks = chunks;
    this.#ended = ended;
  }

  /** Waits for the first chunk, so that what keeps a backup from beginning is thrown here. `ended` is called once, when it is over. */
  static async start(
    chunks: AsyncGenerator<Buffer, void>,
    ended: (end: BackupEnd) => void,
  ): Promise<StartedBackup> {
    try {
      return new StartedBackup(await chunks.next(), chunks, ended);
    } catch (error) {
      ended({ bytes: 0, complete: false, error });
      throw error;
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Buffer, void>> {
    try {
      const next = this.#first ?? (await this.#chunks.next());
      this.#first = undefined;
      if (next.done) this.#end({ complete: true });
      else this.#bytes += next.value.length;
      return next;
    } catch (error) {
      this.#end({ complete: false, error });
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Buffer, void>> {
    try {
      return await this.#chunks.return();
    } finally {
      this.#end({ complete: false });
    }
  }

  #end(end: Omit<BackupEnd, 'bytes'>): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#ended({ ...end, bytes: this.#bytes });
  }
}
