import { open } from 'node:fs/promises';
import { JSON_ARRAY_HEAD_BYTES, JsonArray } from '../json-array.ts';
import type { Segment } from './segment-queue.ts';

const BATCH_BYTES = 1_048_576;

export interface LineBatch {
  /** All lines as one JSON array, if each of them is JSON. */
  readonly records: JsonArray;
  /** The lines one by one. */
  readonly lines: () => string[];
  /** The batch's size in the segment. */
  readonly bytes: number;
}

/** Reads the next undelivered lines of a segment: at most `maxLines` and 1 MiB, but at least one line. */
export async function readBatch(segment: Segment, maxLines: number): Promise<LineBatch> {
  const file = await open(segment.path, 'r');
  try {
    const undelivered = segment.sizeBytes - segment.deliveredBytes;
    for (let wanted = BATCH_BYTES; ; wanted *= 2) {
      const length = Math.min(wanted, undelivered);
      const buffer = Buffer.allocUnsafe(JSON_ARRAY_HEAD_BYTES + length);
      const { bytesRead } = await file.read(buffer, JSON_ARRAY_HEAD_BYTES, length, segment.deliveredBytes);
      const lineBreaks = findLineBreaks(buffer.subarray(0, JSON_ARRAY_HEAD_BYTES + bytesRead), maxLines);
      if (lineBreaks.length > 0) return wholeLines(buffer, lineBreaks);
      // The file is shorter than before or has no line break: someone else changed it, and the rest is
      // unreadable.
      if (bytesRead < length || length === undelivered)
        return unreadable(
          buffer.toString('utf8', JSON_ARRAY_HEAD_BYTES, JSON_ARRAY_HEAD_BYTES + bytesRead),
          undelivered,
        );
    }
  } finally {
    await file.close();
  }
}

/** The rest of a segment that holds no whole line. */
export function unreadable(text: string, bytes: number): LineBatch {
  return { records: JsonArray.of([text]), lines: () => [text], bytes };
}

function wholeLines(buffer: Buffer, lineBreaks: readonly number[]): LineBatch {
  const lines = (): string[] =>
    lineBreaks.map((end, i) =>
      buffer.toString('utf8', i === 0 ? JSON_ARRAY_HEAD_BYTES : lineBreaks[i - 1]! + 1, end),
    );
  const bytes = lineBreaks.at(-1)! + 1 - JSON_ARRAY_HEAD_BYTES;
  return { records: JsonArray.ofLines(buffer, lineBreaks), lines, bytes };
}

/** The places of the line breaks of up to `maxLines` whole lines. */
function findLineBreaks(buffer: Buffer, maxLines: number): number[] {
  const found: number[] = [];
  let place = buffer.indexOf(0x0a, JSON_ARRAY_HEAD_BYTES);
  for (; place >= 0 && found.length < maxLines; place = buffer.indexOf(0x0a, place + 1)) found.push(place);
  return found;
}
