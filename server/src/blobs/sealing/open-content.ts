import { Readable } from 'node:stream';
import { BlobDamaged } from '../blob-errors.ts';
import type { BlobRange } from '../blob-store.ts';
import type { StoredObject } from '../object-storage.ts';
import { cutChunks, CHUNK_BYTES, storedRange, TAG_BYTES, type ChunkCut } from './blob-format.ts';
import { ByteReader } from './byte-reader.ts';
import type { FairYielder } from './fair-yielder.ts';
import type { ChunkCipher } from './chunk-cipher.ts';

export interface OpenContentParts {
  /** For errors. */
  readonly key: string;
  readonly object: StoredObject;
  readonly cipher: ChunkCipher;
  readonly yielder: FairYielder;
  readonly sizeBytes: number;
  readonly range: BlobRange;
}

/** The content of a range as a stream, which closes the object. Resolves when the first chunk is verified; throws BlobDamaged if it is invalid. */
export async function openContent(parts: OpenContentParts): Promise<Readable> {
  const opened = openChunks(parts);
  let ahead: IteratorResult<Buffer, void> | undefined = await opened.next();
  const chunks: AsyncIterator<Buffer, void> = {
    next() {
      const first = ahead;
      ahead = undefined;
      return first ? Promise.resolve(first) : opened.next();
    },
    async return() {
      // First the object: this ends a pending read, for which closing the chunks would wait.
      await parts.object.close();
      return opened.return();
    },
  };
  return Readable.from(
    { [Symbol.asyncIterator]: () => chunks },
    { objectMode: false, highWaterMark: CHUNK_BYTES },
  );
}

/** Chunk by chunk, each verified before any of it is returned. Keeps one chunk in memory. */
async function* openChunks({
  key,
  object,
  cipher,
  yielder,
  sizeBytes,
  range,
}: OpenContentParts): AsyncGenerator<Buffer, void> {
  const cuts = [...cutChunks(sizeBytes, range)];
  const { start, end } = storedRange(cuts);
  const reader = new ByteReader(object.read(start, end));
  const sealed = Buffer.allocUnsafeSlow(CHUNK_BYTES + TAG_BYTES);
  try {
    for (const cut of cuts) {
      const chunk = sealed.subarray(0, cut.sealedBytes);
      if (!(await reader.fill(chunk))) throw new BlobDamaged(key, 'it ends early');
      await yielder.next();
      const content = openChunk(key, cipher, chunk, cut);
      if (content.length > 0) yield content;
    }
  } finally {
    await reader.close();
  }
}

function openChunk(key: string, cipher: ChunkCipher, sealed: Buffer, cut: ChunkCut): Buffer {
  try {
    return cipher.open(sealed, cut.index, cut.isLast).subarray(cut.from, cut.to);
  } catch {
    throw new BlobDamaged(key, `piece ${cut.index} is not as it was written`);
  }
}
