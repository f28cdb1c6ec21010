import { setImmediate } from 'node:timers/promises';

const COMMAND = Buffer.from('zINSTREAM\0');
const END = Buffer.alloc(4);

/** Bytes as clamd takes them: the command, each piece behind its length in four bytes, and an empty one at the end. */
export class InstreamFrames {
  readonly #source: AsyncIterable<Uint8Array>;
  /** What the source threw. */
  failure: { readonly error: unknown } | undefined;
  /** Whether all of the source was given out. */
  areWhole = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *read(): AsyncGenerator<Uint8Array, void> {
    yield COMMAND;
    try {
      for await (const piece of this.#source) {
        // A reply that came meanwhile is read first. clamd closes behind it, and a failed write would lose it.
        await setImmediate();
        const length = Buffer.alloc(4);
        length.writeUInt32BE(piece.length);
        yield length;
        yield piece;
      }
    } catch (error) {
      this.failure = { error };
      throw error;
    }
    this.areWhole = true;
    yield END;
  }
}
