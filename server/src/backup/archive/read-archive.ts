import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { BackupDamaged, BackupRefused, notABackup } from '../backup-errors.ts';
import { END_BYTES, END_ENTRY, endText, hashAllButLast, isEnd } from './archive-end.ts';
import { MANIFEST_ENTRY } from './pack-archive.ts';

export interface ArchiveEntry {
  /** As it is in the archive: not checked, to be matched against what may be there. */
  readonly name: string;
  readonly isDirectory: boolean;
  readonly sizeBytes: number;
  /** To be read to its end, or not at all, before the next entry is asked for. */
  content(): AsyncIterable<Buffer>;
}

/**
 * The entries of an archive in their order. Only when this ends without an error is known that the entries are what was written:
 * throws BackupDamaged when the archive is cut, or anything in it is changed. Throws BackupRefused for any other file.
 */
export async function* readArchive(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry, void> {
  const source = new HashedSource(chunks);
  const entries = extract();
  // What an entry fails with may only say that the archive failed.
  const read = pipeline(Readable.from(source.chunks()), entries).catch((error: Error) => error);
  let isFirst = true;
  const explain = async (error: unknown): Promise<unknown> => {
    entries.destroy();
    const cause = (await read) ?? (error as Error);
    return source.failure ?? damageOf(cause, isFirst, source);
  };
  try {
    for await (const entry of entries) {
      const { name, size: sizeBytes, type } = entry.header;
      if (isFirst && name !== MANIFEST_ENTRY) throw notABackup();
      isFirst = false;
      const content = (): AsyncIterable<Buffer> => explained(entry as AsyncIterable<Buffer>, explain);
      if (name === END_ENTRY) source.expectEnd(entry.offset);
      else yield { name, sizeBytes, isDirectory: type === 'directory', content };
      entry.resume();
    }
  } catch (error) {
    throw error instanceof BackupRefused ? error : await explain(error);
  } finally {
    entries.destroy();
    await read;
  }
  source.requireEnd();
}

async function* explained(
  content: AsyncIterable<Buffer>,
  explain: (error: unknown) => Promise<unknown>,
): AsyncGenerator<Buffer, void> {
  try {
    yield* content;
  } catch (error) {
    throw await explain(error);
  }
}

/** tar-stream's errors have no codes. */
function damageOf({ message }: Error, isFirst: boolean, { hasEnd }: HashedSource): Error {
  if (message === 'Unexpected end of data' && !hasEnd) return new BackupDamaged('cut');
  return isFirst ? notABackup() : new BackupDamaged('changed');
}

/** The bytes of an archive, of which all before the last entry are hashed. */
class HashedSource {
  readonly #source: AsyncIterable<Buffer>;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #end: Buffer = Buffer.alloc(0);
  #expectedBytes = Infinity;
  /** Why the bytes could not be read. */
  failure: unknown;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source;
  }

  async *chunks(): AsyncGenerator<Buffer, void> {
    this.#end = yield* hashAllButLast(END_BYTES, this.#counted(), this.#hash);
    yield this.#end;
  }

  /** The last entry begins at this byte. */
  expectEnd(startsAtByte: number): void {
    this.#expectedBytes = Math.min(this.#expectedBytes, startsAtByte + END_BYTES);
  }

  /** Whether all is there that an archive has, and more or other than that. */
  get hasEnd(): boolean {
    return this.#bytes >= this.#expectedBytes;
  }

  /** Throws BackupDamaged unless the archive ends with its checksum. */
  requireEnd(): void {
    if (!this.hasEnd) throw new BackupDamaged('cut');
    const isWhole = this.#bytes === this.#expectedBytes && isEnd(this.#end, endText(this.#hash));
    if (!isWhole) throw new BackupDamaged('changed');
  }

  async *#counted(): AsyncGenerator<Buffer, void> {
    const source = this.#source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await source.next().catch((error: unknown) => {
          this.failure = error;
          throw error;
        });
        if (next.done) return;
        this.#bytes += next.value.length;
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
}
