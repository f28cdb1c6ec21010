import type { BlobRange } from '../blob-store.ts';

/**
 * The storage format of a blob: a header, then chunks of `CHUNK_BYTES` of content, each followed by its tag. The last chunk may be
 * shorter, and is empty only if the content is. So sizes and offsets can be computed without reading anything (0053).
 */
export const HEADER_BYTES = 1024;
/** Encrypting one takes a fraction of a millisecond, and a range reads at most two of them unnecessarily. */
export const CHUNK_BYTES = 256 * 1024;
export const TAG_BYTES = 16;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

function chunkCount(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / CHUNK_BYTES));
}

/** Stored size of a blob. */
export function storedSizeBytes(sizeBytes: number): number {
  return HEADER_BYTES + sizeBytes + chunkCount(sizeBytes) * TAG_BYTES;
}

/** Content size from the stored size. Null: no valid blob has this size. */
export function contentSizeBytes(storedBytes: number): number | null {
  const body = storedBytes - HEADER_BYTES;
  const sizeBytes = body - Math.ceil(body / SEALED_CHUNK_BYTES) * TAG_BYTES;
  return sizeBytes >= 0 && storedSizeBytes(sizeBytes) === storedBytes ? sizeBytes : null;
}

/** A chunk of a blob, and the requested part of it. */
export interface ChunkCut {
  readonly index: number;
  readonly isLast: boolean;
  readonly sealedBytes: number;
  /** Within the content of the chunk. */
  readonly from: number;
  readonly to: number;
}

/** The chunks that overlap a range, in order. None for an empty range, unless the content is empty too. */
export function* cutChunks(sizeBytes: number, { start, end }: BlobRange): Generator<ChunkCut> {
  if (start === end && sizeBytes > 0) return;
  const lastIndex = chunkCount(sizeBytes) - 1;
  const firstIndex = Math.floor(start / CHUNK_BYTES);
  for (let index = firstIndex; index === firstIndex || index * CHUNK_BYTES < end; index++) {
    const offset = index * CHUNK_BYTES;
    const contentBytes = Math.min(CHUNK_BYTES, sizeBytes - offset);
    yield {
      index,
      isLast: index === lastIndex,
      sealedBytes: contentBytes + TAG_BYTES,
      from: Math.max(start - offset, 0),
      to: Math.min(end - offset, contentBytes),
    };
  }
}

/** The stored byte range of the chunks of a range. */
export function storedRange(cuts: readonly ChunkCut[]): BlobRange {
  const start = HEADER_BYTES + (cuts[0]?.index ?? 0) * SEALED_CHUNK_BYTES;
  return { start, end: cuts.reduce((end, { sealedBytes }) => end + sealedBytes, start) };
}
