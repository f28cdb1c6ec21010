import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';
import type { BlobStore } from '#blobs';

/** Read at once where only some bytes are asked for: the directory of an archive is read entry by entry. */
const WINDOW_BYTES = 262_144;

/** An archive in the blob store as the reader of archives wants it: in ranges, never whole. */
export class BlobReader extends RandomAccessReader {
  readonly #blobs: BlobStore;
  readonly #key: string;
  readonly #sizeBytes: number;
  #window = { start: 0, bytes: Buffer.alloc(0) };

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
      const bytes = await this.#readWindow(position, length);
      const from = position - this.#window.start;
      copied = bytes.copy(target, offset, from, from + length);
    } catch (error) {
      return done(error as Error);
    }
    done(null, copied);
  }

  /** The part that holds these bytes, as far as the archive has them. */
  async #readWindow(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.#window;
    const end = Math.min(position + length, this.#sizeBytes);
    if (position >= start && end <= start + bytes.length) return bytes;
    const until = Math.min(this.#sizeBytes, Math.max(position + length, position + WINDOW_BYTES));
    const content = await this.#blobs.get(this.#key, { start: position, end: until });
    this.#window = { start: position, bytes: await buffer(content) };
    return this.#window.bytes;
  }
}
