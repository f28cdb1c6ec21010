import { BlobTooLarge } from '../blob-errors.ts';
import type { BlobSource } from '../blob-store.ts';
import { PIECE_BYTES } from './blob-format.ts';
import type { LoopTurns } from './loop-turns.ts';
import type { PieceCipher } from './piece-cipher.ts';

export interface SealedContentParts {
  readonly source: BlobSource;
  readonly header: Buffer;
  readonly cipher: PieceCipher;
  readonly turns: LoopTurns;
  readonly limitBytes: number | undefined;
}

/**
 * What is written of a blob: the header, then piece by piece as the source gives content, a few buffers at a time. Holds one piece. It is
 * copied together first, because a source may come in pieces of one byte, each of which keeps a larger buffer alive.
 */
export class SealedContent {
  readonly #parts: SealedContentParts;
  #sizeBytes = 0;

  constructor(parts: SealedContentParts) {
    this.#parts = parts;
  }

  /** Bytes of content so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Throws BlobTooLarge, or what the source throws. */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Buffer[]> {
    const { source, header, cipher, turns } = this.#parts;
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let filled = 0;
    let index = 0;
    yield [header];
    for await (const chunk of source) {
      this.#count(chunk.length);
      for (let offset = 0; offset < chunk.length;) {
        // A full piece waits until there is more: only then it is known not to be the last.
        if (filled === PIECE_BYTES) {
          await turns.next();
          yield cipher.seal(piece, index++, false);
          filled = 0;
        }
        const end = Math.min(chunk.length, offset + PIECE_BYTES - filled);
        piece.set(chunk.subarray(offset, end), filled);
        filled += end - offset;
        offset = end;
      }
    }
    await turns.next();
    yield cipher.seal(piece.subarray(0, filled), index, true);
  }

  #count(bytes: number): void {
    const { limitBytes } = this.#parts;
    this.#sizeBytes += bytes;
    if (limitBytes !== undefined && this.#sizeBytes > limitBytes) throw new BlobTooLarge(limitBytes);
  }
}
