import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { KeyOwner, SealingRing } from '#sealing';
import { BlobDamaged } from './blob-errors.ts';
import { assertBlobKey } from './blob-key.ts';
import type { BlobRange, BlobSource, BlobStore, ListedBlob, PutOptions, StoredBlob } from './blob-store.ts';
import type { ObjectStorage, StoredObject } from './object-storage.ts';
import { contentSizeBytes, HEADER_BYTES } from './sealing/blob-format.ts';
import { decodeHeader, encodeHeader } from './sealing/blob-header.ts';
import { ByteReader } from './sealing/byte-reader.ts';
import { KeyWrapping } from './sealing/key-wrapping.ts';
import { FairYielder } from './sealing/fair-yielder.ts';
import { openContent } from './sealing/open-content.ts';
import { ChunkCipher } from './sealing/chunk-cipher.ts';
import { SealedContent } from './sealing/sealed-content.ts';
import { stoppableSource } from './stoppable-source.ts';

const KEY_BYTES = 32;

/** A blob store over any object storage: stored content is encrypted, and read content is verified (0053). */
export class SealedBlobStore implements BlobStore {
  readonly #storage: ObjectStorage;
  readonly #wrapping: KeyWrapping;
  readonly #yielder = new FairYielder();
  /** Set while deletions wait. */
  #held: Promise<void> | undefined;

  constructor(storage: ObjectStorage, sealing: SealingRing) {
    this.#storage = storage;
    this.#wrapping = new KeyWrapping(sealing);
  }

  async put(key: string, owner: KeyOwner, source: BlobSource, options: PutOptions = {}): Promise<StoredBlob> {
    assertBlobKey(key);
    const { signal, limitBytes } = options;
    signal?.throwIfAborted();
    const contentKey = randomBytes(KEY_BYTES);
    const header = encodeHeader(await this.#wrapping.wrap(contentKey, key, owner));
    const content = new SealedContent({
      source: signal ? stoppableSource(source, signal) : source,
      header,
      key: contentKey,
      yielder: this.#yielder,
      limitBytes,
    });
    await this.#storage.write(key, content);
    return { key, sizeBytes: content.sizeBytes };
  }

  async get(key: string, range?: BlobRange): Promise<Readable> {
    assertBlobKey(key);
    const object = await this.#storage.open(key);
    try {
      const sizeBytes = contentSizeBytes(object.sizeBytes);
      if (sizeBytes === null) throw new BlobDamaged(key, 'no blob has its size');
      const cipher = await this.#cipher(key, await readHeader(key, object));
      const wanted = checkedRange(key, range ?? { start: 0, end: sizeBytes }, sizeBytes);
      return await openContent({ key, object, cipher, yielder: this.#yielder, sizeBytes, range: wanted });
    } catch (error) {
      await object.close();
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    assertBlobKey(key);
    while (this.#held) await this.#held;
    await this.#storage.delete(key);
  }

  async *list(after?: string): AsyncGenerator<ListedBlob> {
    if (after !== undefined) assertBlobKey(after);
    for await (const object of this.#storage.list(after))
      yield { ...object, sizeBytes: contentSizeBytes(object.sizeBytes) };
  }

  removeUnfinished(beforeMs: number): Promise<number> {
    return this.#storage.removeUnfinished(beforeMs);
  }

  /**
   * Lets deletions wait until the returned function is called: a copy of all blobs then has every blob that was there when it began.
   * Whoever deletes has not done it until then, and does it again after a crash.
   */
  holdDeletions(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return () => {
      this.#held = undefined;
      resolve();
    };
  }

  async #cipher(key: string, header: Buffer): Promise<ChunkCipher> {
    const decoded = decodeHeader(header);
    if (!decoded) throw new BlobDamaged(key, 'it has no header');
    return new ChunkCipher(await this.#wrapping.unwrap(decoded, key), header);
  }
}

async function readHeader(key: string, object: StoredObject): Promise<Buffer> {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  const reader = new ByteReader(object.read(0, HEADER_BYTES));
  const whole = await reader.fill(header);
  await reader.close();
  if (!whole) throw new BlobDamaged(key, 'it ends early');
  return header;
}

function checkedRange(key: string, range: BlobRange, sizeBytes: number): BlobRange {
  const { start, end } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || start > end)
    throw new RangeError('a range needs integers with start <= end');
  if (end > sizeBytes) throw new BlobDamaged(key, `it has ${sizeBytes} bytes, and the range ends at ${end}`);
  return range;
}
