import {
  BlobMissing,
  SealedBlobStore,
  type ListedObject,
  type ObjectStorage,
  type StoredObject,
} from '#blobs';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';

/** Keeps objects in memory, each as one buffer that a test may change. */
export class MemoryStorage implements ObjectStorage {
  readonly objects = new Map<string, Buffer>();
  /** Ranges that were read, as `start-end`. */
  readonly reads: string[] = [];
  /** Objects that were opened and not closed. */
  readonly opened = new Set<StoredObject>();

  async write(key: string, content: AsyncIterable<readonly Buffer[]>): Promise<void> {
    const buffers: Buffer[] = [];
    for await (const some of content) buffers.push(Buffer.concat(some));
    this.objects.set(key, Buffer.concat(buffers));
  }

  open(key: string): Promise<StoredObject> {
    const bytes = this.objects.get(key);
    if (!bytes) return Promise.reject(new BlobMissing(key));
    const { reads, opened } = this;
    const object: StoredObject = {
      sizeBytes: bytes.length,
      async *read(start: number, end: number) {
        reads.push(`${start}-${end}`);
        yield bytes.subarray(start, end);
      },
      close() {
        opened.delete(object);
        return Promise.resolve();
      },
    };
    opened.add(object);
    return Promise.resolve(object);
  }

  delete(key: string): Promise<void> {
    this.objects.delete(key);
    return Promise.resolve();
  }

  async *list(after = ''): AsyncGenerator<ListedObject> {
    for (const [key, { length }] of [...this.objects].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (key > after) yield { key, sizeBytes: length, modifiedAtMs: 0 };
  }

  removeUnfinished(): Promise<number> {
    return Promise.resolve(0);
  }
}

/** Keys of a deployment of the tests. */
export const TEST_SEALING = new SealingRing(new Secret(Buffer.alloc(32, 7).toString('base64')));

/** A blob store that seals as every other and forgets with the test. */
export function memoryBlobStore(): SealedBlobStore {
  return new SealedBlobStore(new MemoryStorage(), TEST_SEALING);
}
