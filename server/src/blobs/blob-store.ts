import type { Readable } from 'node:stream';
import type { KeyOwner } from '#sealing';

/** A source of bytes: the body of a request, or any other source that produces chunks on demand. */
export type BlobSource = AsyncIterable<Uint8Array>;

export interface PutOptions {
  /** Aborts the upload: `put` removes what was written and throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** The maximum number of bytes, inclusive. */
  readonly limitBytes?: number;
}

export interface StoredBlob {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Bytes from `start` up to, but not including, `end`, counted from 0. */
export interface BlobRange {
  readonly start: number;
  readonly end: number;
}

/** A listed blob, for comparison with the rows that refer to it. */
export interface ListedBlob {
  readonly key: string;
  /** Bytes of the content. Null: truncated or extended, because no valid blob has this size in the storage. */
  readonly sizeBytes: number | null;
  /** When it became readable, by the storage's own clock: the test clock does not affect it. */
  readonly modifiedAtMs: number;
}

/**
 * Stores file contents: encrypted, streamed in both directions, never complete in memory. Keys come from `newBlobKey`; any other key
 * is a TypeError. Every method throws BlobStoreUnavailable when the storage cannot be reached, read or written.
 */
export interface BlobStore {
  /**
   * Stores the content of the source with backpressure. The blob is readable once this resolves, and not before. A key is
   * used once, and the owner's key seals it. Throws BlobTooLarge beyond `limitBytes`, the signal's reason, or the source's error; then nothing is stored.
   */
  put(key: string, owner: KeyOwner, source: BlobSource, options?: PutOptions): Promise<StoredBlob>;
  /**
   * The content or a range of it; only the chunks of the range are read. Resolves when the first chunk is verified; the stream
   * fails with BlobDamaged at a later corrupted chunk. Throws BlobMissing if there is none, BlobDamaged if
   * it is corrupted or ends before the range does. Destroy the stream to stop early.
   */
  get(key: string, range?: BlobRange): Promise<Readable>;
  /** Removes a blob. Does nothing if it does not exist. While a backup copies blobs it waits for its end, which may be long. */
  delete(key: string): Promise<void>;
  /** All blobs ordered by key, which is by creation; with `after`, those after that key. */
  list(after?: string): AsyncIterable<ListedBlob>;
  /** Removes unfinished uploads without writes since that time, by the storage's own clock: leftovers of dead processes. Returns how many. */
  removeUnfinished(beforeMs: number): Promise<number>;
}
