import type { BlobRange } from '../blob-store.ts';

/**
 * The storage format of a blob: a header, then pieces of `PIECE_BYTES` of content, each followed by its tag. The last piece may be
 * shorter, and is empty only if the content is. So sizes and offsets can be computed without reading anything (0053).
 */
export const HEADER_BYTES = 1024;
/** Encrypting one takes a fraction of a millisecond, and a range reads at most two of them unnecessarily. */
export const PIECE_BYTES = 256 * 1024;
export const TAG_BYTES = 16;
const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;

function pieceCount(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / PIECE_BYTES));
}

/** Stored size of a blob. */
export function storedSizeBytes(sizeBytes: number): number {
  return HEADER_BYTES + sizeBytes + pieceCount(sizeBytes) * TAG_BYTES;
}

/** Content size from the stored size. Null: no valid blob has this size. */
export function contentSizeBytes(storedBytes: number): number | null {
  const body = storedBytes - HEADER_BYTES;
  const sizeBytes = body - Math.ceil(body / SEALED_PIECE_BYTES) * TAG_BYTES;
  return sizeBytes >= 0 && storedSizeBytes(sizeBytes) === storedBytes ? sizeBytes : null;
}

/** A piece of a blob, and the requested part of it. */
export interface PieceCut {
  readonly index: number;
  readonly isLast: boolean;
  readonly sealedBytes: number;
  /** Within the content of the piece. */
  readonly from: number;
  readonly to: number;
}

/** The pieces that overlap a range, in order. None for an empty range, unless the content is empty too. */
export function* cutPieces(sizeBytes: number, { start, end }: BlobRange): Generator<PieceCut> {
  if (start === end && sizeBytes > 0) return;
  const lastIndex = pieceCount(sizeBytes) - 1;
  const firstIndex = Math.floor(start / PIECE_BYTES);
  for (let index = firstIndex; index === firstIndex || index * PIECE_BYTES < end; index++) {
    const offset = index * PIECE_BYTES;
    const contentBytes = Math.min(PIECE_BYTES, sizeBytes - offset);
    yield {
      index,
      isLast: index === lastIndex,
      sealedBytes: contentBytes + TAG_BYTES,
      from: Math.max(start - offset, 0),
      to: Math.min(end - offset, contentBytes),
    };
  }
}

/** The stored byte range of the pieces of a range. */
export function storedRange(cuts: readonly PieceCut[]): BlobRange {
  const start = HEADER_BYTES + (cuts[0]?.index ?? 0) * SEALED_PIECE_BYTES;
  return { start, end: cuts.reduce((end, { sealedBytes }) => end + sealedBytes, start) };
}
