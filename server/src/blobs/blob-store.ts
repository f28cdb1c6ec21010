import type { Readable } from 'node:stream';

/** Bytes as a store takes them: a stream of a request, or any other source that makes the next piece when asked. */
export type BlobSource = AsyncIterable<Uint8Array>;

export interface PutOptions {
  /** Stops the upload: `put` removes what was written and throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Most bytes the source may have. Exactly as many pass. */
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

/** One blob as the storage lists it, for whoever compares it with the rows that name it. */
export interface ListedBlob {
  readonly key: string;
  /** Bytes of the content. Null: cut or extended, since no blob takes as many bytes in the storage. */
  readonly sizeBytes: number | null;
  /** When it became readable, by the storage's own time: the test clock does not move it. */
  readonly modifiedAtMs: number;
}

/**
 * Where the bytes of files are kept: sealed, streamed both ways, never whole in memory. Keys come from `newBlobKey`; any other key
 * is a TypeError. Every method throws BlobStoreUnavailable when the storage cannot be reached, read or written.
 */
export interface BlobStore {
  /**
   * Stores what the source gives, no faster than the storage takes it. The blob is readable once this resolves, and only then. A key is
   * used once. Throws BlobTooLarge beyond `limitBytes`, the signal's reason, or what the source throws; then nothing is kept.
   */
  put(key: string, source: BlobSource, options?: PutOptions): Promise<StoredBlob>;
  /**
   * The content, or a part of it, of which only the pieces it touches are read. Resolves when the first piece was verified; the stream
   * fails with BlobDamaged at a later piece that is not as it was written. Throws BlobMissing when there is none, BlobDamaged when
   * it was changed, or ends before the range does. Destroy the stream to stop early.
   */
  get(key: string, range?: BlobRange): Promise<Readable>;
  /** Removes a blob. One that is not there is fine. */
  delete(key: string): Promise<void>;
  /** All blobs in the order of their keys, which is that of their creation; with `after`, those behind that key. */
  list(after?: string): AsyncIterable<ListedBlob>;
  /** Removes what was begun and not touched since that time, by the storage's own time: remains of processes that died. Returns how many. */
  removeUnfinished(beforeMs: number): Promise<number>;
}
