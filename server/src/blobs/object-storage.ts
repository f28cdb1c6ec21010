/** The content of a blob to write. Iterating it encrypts; a storage that encrypts on its own thread uses `key`, `header` and `chunks`. */
export interface BlobContent extends AsyncIterable<readonly Buffer[]> {
  /** Encrypts the content that `chunks` gives. */
  readonly key: Buffer;
  readonly header: Buffer;
  /** A chunk is invalid once the next one is requested. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Storage of named bytes in a folder or a bucket, independent of the blob format. */
export interface ObjectStorage {
  /**
   * Writes an object buffer by buffer, with backpressure. It exists when this resolves, and nothing of it if this throws. Buffers
   * are invalid once the next ones are requested.
   */
  write(key: string, content: BlobContent): Promise<void>;
  /** Throws BlobMissing if it does not exist. */
  open(key: string): Promise<StoredObject>;
  delete(key: string): Promise<void>;
  list(after?: string): AsyncIterable<ListedObject>;
  /** See `BlobStore.removeUnfinished`. */
  removeUnfinished(beforeMs: number): Promise<number>;
}

export interface StoredObject {
  readonly sizeBytes: number;
  /** The bytes from `start` up to `end`, in chunks of any size. A chunk may be overwritten once the next one is requested. */
  read(start: number, end: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}
