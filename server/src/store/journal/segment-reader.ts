import { open } from 'node:fs/promises';
import type { Segment } from './segment-queue.ts';

const BATCH_BYTES = 1_048_576;

export interface LineBatch {
  /** Whole lines without the last line break. */
  readonly text: string;
  /** The batch's size in the segment. */
  readonly bytes: number;
}

/** Reads the next undelivered lines of a segment: at most `maxLines` and 1 MiB, but at least one line. */
export async function readBatch(segment: Segment, maxLines: number): Promise<LineBatch> {
  const file = await open(segment.path, 'r');
  try {
    const undelivered = segment.sizeBytes - segment.deliveredBytes;
    for (let wanted = BATCH_BYTES; ; wanted *= 2) {
      const buffer = Buffer.allocUnsafe(Math.min(wanted, undelivered));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, segment.deliveredBytes);
      const bytes = wholeLinesBytes(buffer.subarray(0, bytesRead), maxLines);
      if (bytes > 0) return { text: buffer.toString('utf8', 0, bytes - 1), bytes };
      // The file is shorter than before or has no line break: someone else changed it, and the rest is
      // unreadable.
      if (bytesRead < buffer.length || buffer.length === undelivered)
        return { text: buffer.toString('utf8', 0, bytesRead), bytes: undelivered };
    }
  } finally {
    await file.close();
  }
}

/** The length of up to `maxLines` whole lines. */
function wholeLinesBytes(buffer: Buffer, maxLines: number): number {
  let bytes = 0;
  for (let lines = 0; lines < maxLines; lines++) {
    const lineEnd = buffer.indexOf(0x0a, bytes);
    if (lineEnd < 0) break;
    bytes = lineEnd + 1;
  }
  return bytes;
}
