import { createHash } from 'node:crypto';
import { BLOCK_BYTES, encodeHeader, paddingBytes } from './tar-header.ts';

/** The first entry says what the archive is. */
export const MANIFEST_ENTRY = 'manifest.json';
/** The last entry. Its content is the SHA-256 of everything before it, so an archive without it is cut. */
export const END_ENTRY = 'end.json';
const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Makes the pieces of an archive: a tar file whose last entry is a checksum of the rest. Pieces are to be passed on in order, before
 * the next is asked for or later: none is used again.
 */
export class ArchiveWriter {
  readonly #hash = createHash('sha256');

  /** An empty directory. */
  *directory(name: string): Generator<Buffer, void> {
    yield this.#add(encodeHeader({ name: `${name}/`, sizeBytes: 0 }));
  }

  *text(name: string, text: string): Generator<Buffer, void> {
    const content = Buffer.from(text);
    yield this.#add(encodeHeader({ name, sizeBytes: content.length }));
    yield this.#add(content);
    yield this.#add(Buffer.alloc(paddingBytes(content.length)));
  }

  /** A file of exactly this size: what the source has more is left out, what it has less is filled with zeros. */
  async *file(name: string, sizeBytes: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    yield this.#add(encodeHeader({ name, sizeBytes }));
    let left = sizeBytes;
    for await (const chunk of source) {
      const wanted = chunk.subarray(0, left);
      left -= wanted.length;
      if (wanted.length > 0) yield this.#add(wanted);
      if (left === 0) break;
    }
    for (left += paddingBytes(sizeBytes); left > 0;) {
      const zeros = ZEROS.subarray(0, left);
      left -= zeros.length;
      yield this.#add(zeros);
    }
  }

  *end(): Generator<Buffer, void> {
    const content = Buffer.from(JSON.stringify({ sha256: this.#hash.digest('hex') }));
    yield encodeHeader({ name: END_ENTRY, sizeBytes: content.length });
    yield content;
    yield Buffer.alloc(paddingBytes(content.length) + 2 * BLOCK_BYTES);
  }

  #add(piece: Buffer): Buffer {
    this.#hash.update(piece);
    return piece;
  }
}
