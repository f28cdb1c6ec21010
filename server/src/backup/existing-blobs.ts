import { blobKeys, newestBlobKeys } from '#blobs';
import { HOUR_MS, idTimeMs } from '#kit';

/** Much longer than it takes from the making of a key to the row that comes before the first byte. */
const SETTLED_AFTER_MS = HOUR_MS;

/**
 * The blobs that a folder had at one moment. A blob that is completed later has no row in the database of that moment, or one that
 * says it is not complete. Clocks do not tell: a key is made before its row, and a network file system has a time of its own.
 */
export class ExistingBlobs {
  readonly folder: string;
  readonly #settledMs: number;
  readonly #newest: ReadonlySet<string>;

  /** To be made at that moment. */
  constructor(folder: string, nowMs: number) {
    this.folder = folder;
    this.#settledMs = nowMs - SETTLED_AFTER_MS;
    this.#newest = newestBlobKeys(folder, this.#settledMs);
  }

  async *keys(): AsyncGenerator<string, void> {
    for await (const key of blobKeys(this.folder))
      if (idTimeMs(key) < this.#settledMs || this.#newest.has(key)) yield key;
  }
}
