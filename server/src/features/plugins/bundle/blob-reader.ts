import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';
import type { BlobStore } from '#blobs';

/** Read at once where reads follow each other: the directory of an archive is read entry by entry. */
const WINDOW_BYTES = 262_144;
/** Elsewhere: the head of an entry. */
const HEAD_BYTES = 4096;
/** Reads of the directory alternate with those of heads, and must not make each other read again. */
const MAX_WINDOWS = 2;

interface Window {
  readonly start: number;
  readonly bytes: Buffer;
}

/** An archive in the blob store as the reader of archives wants it: in ranges, never whole. */
export class BlobReader extends RandomAccessReader {
  readonly #blobs: BlobStore;
  readonly #key: string;
  readonly #sizeBytes: number;
  /** The last one used first. */
  readonly #windows: Window[] = [];

  constructor(blobs: BlobStore, key: string, sizeBytes: number) {
    super();
    this.#blobs = blobs;
    this.#key = key;
    this.#sizeBytes = sizeBytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough();
    this.#blobs.get(this.#key, { start, end }).then(
      (content) => pipeline(content, stream).catch(() => undefined),
      (error: unknown) => stream.destroy(error as Error),
    );
    return stream;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    void this.#copy(target, offset, length, position, done);
  }

  async #copy(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): Promise<void> {
    let copied: number;
    try {
      const { start, bytes } = await this.#windowAt(position, length);
      const from = position - start;
      copied = bytes.copy(target, offset, from, from + length);
    } catch (error) {
      return done(error as Error);
    }
    done(null, copied);
  }

  /** The part that holds these bytes, as far as the archive has them. */
  async #windowAt(position: number, length: number): Promise<Window> {
    const end = Math.min(position + length, this.#sizeBytes);
    const windows = this.#windows;
    const known = windows.findIndex(({ start, bytes }) => position >= start && end <= start + bytes.length);
    if (known === -1) windows.unshift(await this.#readWindow(position, end));
    else windows.unshift(...windows.splice(known, 1));
    windows.splice(MAX_WINDOWS);
    return windows[0]!;
  }

  async #readWindow(position: number, end: number): Promise<Window> {
    const continues = this.#windows.findIndex(
      ({ start, bytes }) => position >= start && position <= start + bytes.length,
    );
    // What it continues is read no more.
    if (continues !== -1) this.#windows.splice(continues, 1);
    const bytes = continues === -1 ? HEAD_BYTES : WINDOW_BYTES;
    const until = Math.min(this.#sizeBytes, Math.max(end, position + bytes));
    const content = await this.#blobs.get(this.#key, { start: position, end: until });
    return { start: position, bytes: await buffer(content) };
  }
}
