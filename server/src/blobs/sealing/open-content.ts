import { Readable } from 'node:stream';
import { BlobDamaged } from '../blob-errors.ts';
import type { BlobRange } from '../blob-store.ts';
import type { StoredObject } from '../object-storage.ts';
import { cutPieces, PIECE_BYTES, storedRange, TAG_BYTES, type PieceCut } from './blob-format.ts';
import { ByteReader } from './byte-reader.ts';
import type { LoopTurns } from './loop-turns.ts';
import type { PieceCipher } from './piece-cipher.ts';

export interface OpenContentParts {
  /** For errors. */
  readonly key: string;
  readonly object: StoredObject;
  readonly cipher: PieceCipher;
  readonly turns: LoopTurns;
  readonly sizeBytes: number;
  readonly range: BlobRange;
}

/** The content of a range as a stream, which closes the object. Resolves when the first piece is verified; throws BlobDamaged if it is invalid. */
export async function openContent(parts: OpenContentParts): Promise<Readable> {
  const pieces = openPieces(parts);
  let ahead: IteratorResult<Buffer, void> | undefined = await pieces.next();
  const chunks: AsyncIterator<Buffer, void> = {
    next() {
      const first = ahead;
      ahead = undefined;
      return first ? Promise.resolve(first) : pieces.next();
    },
    async return() {
      // First the object: this ends a pending read, for which closing the pieces would wait.
      await parts.object.close();
      return pieces.return();
    },
  };
  return Readable.from(
    { [Symbol.asyncIterator]: () => chunks },
    { objectMode: false, highWaterMark: PIECE_BYTES },
  );
}

/** Piece by piece, each verified before any of it is returned. Keeps one piece in memory. */
async function* openPieces({
  key,
  object,
  cipher,
  turns,
  sizeBytes,
  range,
}: OpenContentParts): AsyncGenerator<Buffer, void> {
  const cuts = [...cutPieces(sizeBytes, range)];
  const { start, end } = storedRange(cuts);
  const reader = new ByteReader(object.read(start, end));
  const sealed = Buffer.allocUnsafeSlow(PIECE_BYTES + TAG_BYTES);
  try {
    for (const cut of cuts) {
      const piece = sealed.subarray(0, cut.sealedBytes);
      if (!(await reader.fill(piece))) throw new BlobDamaged(key, 'it ends early');
      await turns.next();
      const content = openPiece(key, cipher, piece, cut);
      if (content.length > 0) yield content;
    }
  } finally {
    await reader.close();
  }
}

function openPiece(key: string, cipher: PieceCipher, sealed: Buffer, cut: PieceCut): Buffer {
  try {
    return cipher.open(sealed, cut.index, cut.isLast).subarray(cut.from, cut.to);
  } catch {
    throw new BlobDamaged(key, `piece ${cut.index} is not as it was written`);
  }
}
