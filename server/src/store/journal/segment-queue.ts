import { open, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, makeDirectory, type Log } from '#kit';

/**
 * One file of the journal. Bytes up to `deliveredBytes` are in the database, bytes up to `sizeBytes` are
 * whole lines.
 */
export interface Segment {
  readonly path: string;
  /** Its start offset in the journal. */
  readonly startsAt: number;
  sizeBytes: number;
  deliveredBytes: number;
  /** Nothing more is written to it. */
  sealed: boolean;
}

const SEGMENT_NAME = /^(\d{12})\.jsonl$/;
const TAIL_CHUNK_BYTES = 65_536;

export function segmentName(number: number): string {
  return `${String(number).padStart(12, '0')}.jsonl`;
}

/** Undefined for other files. */
export function segmentNumber(name: string): number | undefined {
  const match = SEGMENT_NAME.exec(name);
  return match ? Number(match[1]) : undefined;
}

/**
 * The journal's files, oldest first. Delivery progress is not stored: a restart replays the segment, which is
 * harmless. A journal offset is the number of preceding bytes, counted from the oldest segment present at
 * opening. It does not change when segments are deleted, by us or by someone else.
 */
export class SegmentQueue {
  readonly #directory: string;
  readonly #log: Log;
  readonly #segments: Segment[] = [];
  #lastNumber = 0;
  /** Where the last deleted segment ended. */
  #prunedEnd = 0;

  private constructor(directory: string, log: Log) {
    this.#directory = directory;
    this.#log = log;
  }

  /** Opens the segments of earlier runs, and cuts lines that were incomplete when the process died. */
  static async open(directory: string, log: Log): Promise<SegmentQueue> {
    await makeDirectory(directory);
    const queue = new SegmentQueue(directory, log);
    const names = (await readdir(directory)).filter((name) => segmentNumber(name) !== undefined).toSorted();
    for (const name of names) await queue.#takeOver(name);
    return queue;
  }

  get oldest(): Segment | undefined {
    return this.#segments[0];
  }

  /** The journal's current end. */
  get end(): number {
    const last = this.#segments.at(-1);
    return last ? last.startsAt + last.sizeBytes : this.#prunedEnd;
  }

  /** Everything before this offset is in the database. */
  get delivered(): number {
    const { oldest } = this;
    return oldest ? oldest.startsAt + oldest.deliveredBytes : this.#prunedEnd;
  }

  get backlogBytes(): number {
    return this.end - this.delivered;
  }

  /** Adds a new last segment. The caller creates the file. */
  add(): Segment {
    const path = join(this.#directory, segmentName(++this.#lastNumber));
    const segment: Segment = { path, startsAt: this.end, sizeBytes: 0, deliveredBytes: 0, sealed: false };
    this.#segments.push(segment);
    return segment;
  }

  /** Reverts the last `add` when the file could not be created. Its number is not reused. */
  removeLast(): void {
    this.#segments.pop();
  }

  /** Deletes the oldest segments while they are sealed and delivered. */
  async prune(): Promise<void> {
    for (
      let first = this.#segments[0];
      first?.sealed && first.deliveredBytes >= first.sizeBytes;
      first = this.#segments[0]
    ) {
      this.#segments.shift();
      this.#prunedEnd = first.startsAt + first.sizeBytes;
      try {
        await unlink(first.path);
      } catch (error) {
        // A segment left behind is replayed at the next start, which adds nothing.
        this.#log.warn({ error: describeError(error) }, 'deleting a delivered journal segment failed');
      }
    }
  }

  async #takeOver(name: string): Promise<void> {
    this.#lastNumber = segmentNumber(name)!;
    const path = join(this.#directory, name);
    const file = await open(path, 'r+');
    try {
      const { size } = await file.stat();
      const sizeBytes = await wholeLinesBytes(file, size);
      if (sizeBytes < size) {
        await file.truncate(sizeBytes);
        this.#log.warn(
          { segment: name, bytes: size - sizeBytes },
          'removed an incomplete journal record left by a crash',
        );
      }
      this.#segments.push({ path, startsAt: this.end, sizeBytes, deliveredBytes: 0, sealed: true });
    } finally {
      await file.close();
    }
  }
}

/** Bytes up to and including the last line break, searched from the end. */
async function wholeLinesBytes(file: FileHandle, size: number): Promise<number> {
  const chunk = Buffer.allocUnsafe(TAIL_CHUNK_BYTES);
  for (let end = size; end > 0; end -= TAIL_CHUNK_BYTES) {
    const start = Math.max(0, end - TAIL_CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, end - start, start);
    const lastLineEnd = chunk.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (lastLineEnd >= 0) return start + lastLineEnd + 1;
  }
  return 0;
}
