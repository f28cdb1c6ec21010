import { freeBuffer } from '#kit';
import { BlobTooLarge } from '../blob-errors.ts';
import type { BlobSource } from '../blob-store.ts';
import type { BlobContent } from '../object-storage.ts';
import { CHUNK_BYTES } from './blob-format.ts';
import type { FairYielder } from './fair-yielder.ts';
import { ChunkCipher } from './chunk-cipher.ts';

export interface SealedContentParts {
  readonly source: BlobSource;
  readonly header: Buffer;
  readonly key: Buffer;
  readonly yielder: FairYielder;
  readonly limitBytes: number | undefined;
}

/**
 * The stored bytes of a blob: the header, then the chunks as the source provides content, a few buffers at a time. Keeps one chunk in memory. Content
 * is copied into it first, because a source may have chunks of one byte, each of which retains a larger buffer. Returned buffers are
 * freed when more are requested.
 */
export class SealedContent implements BlobContent {
  readonly #parts: SealedContentParts;
  #sizeBytes = 0;

  constructor(parts: SealedContentParts) {
    this.#parts = parts;
  }

  /** Bytes of content so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get key(): Buffer {
    return this.#parts.key;
  }

  get header(): Buffer {
    return this.#parts.header;
  }

  /** Throws BlobTooLarge, or the source's error. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    const { source, limitBytes } = this.#parts;
    for await (const chunk of source) {
      this.#sizeBytes += chunk.length;
      if (limitBytes !== undefined && this.#sizeBytes > limitBytes) throw new BlobTooLarge(limitBytes);
      yield chunk;
    }
  }

  /** Throws as `chunks`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Buffer[]> {
    const { header, key, yielder } = this.#parts;
    const cipher = new ChunkCipher(key, header);
    const part = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let filled = 0;
    let index = 0;
    yield [header];
    for await (const chunk of this.chunks()) {
      for (let offset = 0; offset < chunk.length;) {
        // A full chunk is kept until more arrives: only then it is known not to be the last.
        if (filled === CHUNK_BYTES) {
          await yielder.next();
          const sealed = cipher.seal(part, index++, false);
          yield sealed;
          for (const buffer of sealed) freeBuffer(buffer);
          filled = 0;
        }
        const end = Math.min(chunk.length, offset + CHUNK_BYTES - filled);
        part.set(chunk.subarray(offset, end), filled);
        filled += end - offset;
        offset = end;
      }
    }
    await yielder.next();
    yield cipher.seal(part.subarray(0, filled), index, true);
  }
}
