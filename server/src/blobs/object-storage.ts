/** What a folder or a bucket does for the blob store: it keeps bytes by name and knows nothing of what they mean. */
export interface ObjectStorage {
  /** Writes an object, buffer by buffer, no faster than it can. It is there when this resolves, and nothing of it when this throws. */
  write(key: string, content: AsyncIterable<readonly Buffer[]>): Promise<void>;
  /** Throws BlobMissing when there is none. */
  open(key: string): Promise<StoredObject>;
  delete(key: string): Promise<void>;
  list(after?: string): AsyncIterable<ListedObject>;
  /** See `BlobStore.removeUnfinished`. */
  removeUnfinished(beforeMs: number): Promise<number>;
}

export interface StoredObject {
  readonly sizeBytes: number;
  /** The bytes from `start` up to `end`, in chunks of any size. A chunk may be overwritten when the next one is asked for. */
  read(start: number, end: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}
