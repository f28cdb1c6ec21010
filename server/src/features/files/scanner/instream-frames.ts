import { setImmediate } from 'node:timers/promises';

const COMMAND = Buffer.from('zINSTREAM\0');
const END = Buffer.alloc(4);

/** The INSTREAM format of clamd: the command, each chunk after its length in four bytes, and an empty chunk at the end. */
export class InstreamFrames {
  readonly #source: AsyncIterable<Uint8Array>;
  /** The error of the source. */
  failure: { readonly error: unknown } | undefined;
  /** Whether the source was sent completely. */
  areWhole = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *read(): AsyncGenerator<Uint8Array, void> {
    yield COMMAND;
    try {
      for await (const chunk of this.#source) {
        // A reply that arrived meanwhile is read first: clamd then closes the connection, and a failed write would lose the reply.
        await setImmediate();
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        yield length;
        yield chunk;
      }
    } catch (error) {
      this.failure = { error };
      throw error;
    }
    this.areWhole = true;
    yield END;
  }
}
