import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import { MemoryStorage, TEST_SEALING } from '#test-kit';
import { BlobDamaged, BlobKeyUnavailable } from '../blob-errors.ts';
import { newBlobKey } from '../blob-key.ts';
import type { BlobRange } from '../blob-store.ts';
import { SealedBlobStore } from '../sealed-blob-store.ts';
import { contentSizeBytes, HEADER_BYTES, CHUNK_BYTES, storedSizeBytes, TAG_BYTES } from './blob-format.ts';

const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
/** Three chunks, the last of them short. */
const CONTENT = randomBytes(2 * CHUNK_BYTES + 1000);
/** Sizes around the edges of chunks. */
const SIZES = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 2 * CHUNK_BYTES + 1];

let storage: MemoryStorage;
let store: SealedBlobStore;
let key: string;

beforeEach(() => {
  storage = new MemoryStorage();
  store = new SealedBlobStore(storage, TEST_SEALING);
  key = newBlobKey(1);
});

async function* chunks(content: Buffer, chunkBytes = 65_536): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < content.length; offset += chunkBytes)
    yield content.subarray(offset, offset + chunkBytes);
}

async function read(name = key, range?: BlobRange): Promise<Buffer> {
  return buffer(await store.get(name, range));
}

/** Whether a reader gets an error, and before it only correct bytes. */
async function isRefused(): Promise<boolean> {
  const given: Buffer[] = [];
  try {
    for await (const chunk of await store.get(key)) given.push(chunk as Buffer);
    return false;
  } catch (error) {
    const bytes = Buffer.concat(given);
    // In the name of its key, a change may make it one that nobody knows.
    const isDamage = error instanceof BlobDamaged || error instanceof BlobKeyUnavailable;
    return isDamage && CONTENT.subarray(0, bytes.length).equals(bytes);
  }
}

const sealed = (): Buffer => storage.objects.get(key) ?? Buffer.alloc(0);
const part = (index: number): Buffer =>
  sealed().subarray(
    HEADER_BYTES + index * SEALED_CHUNK_BYTES,
    HEADER_BYTES + (index + 1) * SEALED_CHUNK_BYTES,
  );

/** An offset in the stored bytes, more often in the header and around the edges of chunks. */
const place = fc.oneof(
  fc.nat({ max: HEADER_BYTES - 1 }),
  fc.nat({ max: storedSizeBytes(CONTENT.length) - 1 }),
  fc
    .tuple(fc.nat({ max: 2 }), fc.integer({ min: -TAG_BYTES, max: TAG_BYTES }))
    .map(([index, offset]) => HEADER_BYTES + index * SEALED_CHUNK_BYTES + offset),
);

describe('content', () => {
  it('of every size is read back unchanged, in chunks of any size', async () => {
    for (const sizeBytes of SIZES)
      for (const chunkBytes of [sizeBytes < 10 ? 1 : 997, CHUNK_BYTES, 3 * CHUNK_BYTES]) {
        const content = randomBytes(sizeBytes);
        key = newBlobKey(1);
        expect(await store.put(key, 'deployment', chunks(content, chunkBytes))).toEqual({ key, sizeBytes });
        expect((await read()).equals(content)).toBe(true);
      }
  });

  it('does not appear in the stored bytes, which differ each time', async () => {
    const text = Buffer.alloc(100_000, 'the quick brown fox ');
    await store.put(key, 'deployment', chunks(text));
    const other = newBlobKey(2);
    await store.put(other, 'deployment', chunks(text));
    expect(sealed().includes('quick brown')).toBe(false);
    expect(sealed().subarray(HEADER_BYTES).equals(storage.objects.get(other)!.subarray(HEADER_BYTES))).toBe(
      false,
    );
  });

  it('of a range equals the slice of the complete content', async () => {
    await store.put(key, 'deployment', chunks(CONTENT));
    const edge = fc.oneof(
      fc.nat({ max: CONTENT.length }),
      fc
        .tuple(fc.nat({ max: 2 }), fc.integer({ min: -2, max: 2 }))
        .map(([index, offset]) => Math.max(0, index * CHUNK_BYTES + offset)),
    );
    await fc.assert(
      fc.asyncProperty(edge, edge, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        expect((await read(key, { start, end })).equals(CONTENT.subarray(start, end))).toBe(true);
      }),
    );
  });

  it('of a range needs only the pieces that overlap it', async () => {
    await store.put(key, 'deployment', chunks(CONTENT));
    storage.reads.length = 0;
    await read(key, { start: CHUNK_BYTES + 5, end: CHUNK_BYTES + 6 });
    const second = HEADER_BYTES + SEALED_CHUNK_BYTES;
    expect(storage.reads).toEqual([`0-${HEADER_BYTES}`, `${second}-${second + SEALED_CHUNK_BYTES}`]);
    // The others may be damaged.
    part(0).fill(0);
    part(2).fill(0);
    expect(await read(key, { start: CHUNK_BYTES, end: 2 * CHUNK_BYTES })).toHaveLength(CHUNK_BYTES);
  });

  it('is closed after it was read, when reading stops, and when it is damaged', async () => {
    await store.put(key, 'deployment', chunks(CONTENT));
    const closed = (): Promise<void> => vi.waitFor(() => expect(storage.opened.size).toBe(0));
    await read();
    await closed();
    (await store.get(key)).destroy();
    await closed();
    part(1).fill(0);
    await expect(read()).rejects.toThrow(BlobDamaged);
    await closed();
    sealed().fill(0);
    await expect(read()).rejects.toThrow(BlobDamaged);
    await closed();
  });

  it('has a size that follows from its stored size, and other stored sizes are invalid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...SIZES), fc.nat({ max: 2 ** 40 })), (sizeBytes) => {
        expect(contentSizeBytes(storedSizeBytes(sizeBytes))).toBe(sizeBytes);
      }),
    );
    fc.assert(
      fc.property(fc.nat({ max: 4 * SEALED_CHUNK_BYTES }), (storedBytes) => {
        const sizeBytes = contentSizeBytes(storedBytes);
        if (sizeBytes !== null) expect(storedSizeBytes(sizeBytes)).toBe(storedBytes);
      }),
    );
    for (const storedBytes of [
      0,
      HEADER_BYTES,
      HEADER_BYTES + TAG_BYTES - 1,
      HEADER_BYTES + SEALED_CHUNK_BYTES + TAG_BYTES,
    ])
      expect(contentSizeBytes(storedBytes)).toBeNull();
  });
});

describe('damage gives an error and never wrong bytes:', () => {
  beforeEach(() => store.put(key, 'deployment', chunks(CONTENT)));

  it('a changed byte anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const whole = sealed();
        const changed = Buffer.from(whole);
        changed[at] = whole[at]! ^ change;
        storage.objects.set(key, changed);
        expect(await isRefused()).toBe(true);
        storage.objects.set(key, whole);
      }),
    );
    expect((await read()).equals(CONTENT)).toBe(true);
  });

  it('truncation anywhere', async () => {
    const whole = sealed();
    await fc.assert(
      fc.asyncProperty(place, async (length) => {
        storage.objects.set(key, whole.subarray(0, length));
        expect(await isRefused()).toBe(true);
      }),
    );
  });

  it('something appended', async () => {
    const whole = sealed();
    const addition = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(Buffer.from(part(0)), Buffer.from(part(2)), Buffer.alloc(CHUNK_BYTES)),
    );
    await fc.assert(
      fc.asyncProperty(addition, async (bytes) => {
        storage.objects.set(key, Buffer.concat([whole, bytes]));
        expect(await isRefused()).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('two swapped pieces, a duplicate piece, a missing piece', async () => {
    const [header, first, second, last] = [sealed().subarray(0, HEADER_BYTES), part(0), part(1), part(2)];
    for (const parts of [
      [second, first, last],
      [first, first, last],
      [second, second, last],
      [first, last],
      [second, last],
      [last],
      [first, second],
      [first],
      [],
    ]) {
      storage.objects.set(key, Buffer.concat([header, ...parts]));
      expect(await isRefused()).toBe(true);
    }
  });

  it('a piece, the header or all of another blob', async () => {
    const other = newBlobKey(1);
    await store.put(other, 'deployment', chunks(CONTENT));
    const [mine, others] = [sealed(), storage.objects.get(other)!];
    const split = (bytes: Buffer, at: number): [Buffer, Buffer] => [
      bytes.subarray(0, at),
      bytes.subarray(at),
    ];
    for (const at of [0, HEADER_BYTES, HEADER_BYTES + SEALED_CHUNK_BYTES]) {
      storage.objects.set(key, Buffer.concat([split(mine, at)[0], split(others, at)[1]]));
      expect(await isRefused()).toBe(true);
      if (at === 0) continue;
      storage.objects.set(key, Buffer.concat([split(others, at)[0], split(mine, at)[1]]));
      expect(await isRefused()).toBe(true);
    }
  });

  it('a range that ends after the content', async () => {
    await expect(store.get(key, { start: 0, end: CONTENT.length + 1 })).rejects.toThrow(BlobDamaged);
    await expect(store.get(key, { start: 2, end: 1 })).rejects.toThrow(RangeError);
    await expect(store.get(key, { start: -1, end: 1 })).rejects.toThrow(RangeError);
    await expect(store.get(key, { start: 0.5, end: 1 })).rejects.toThrow(RangeError);
  });

  it('another data key', async () => {
    const stranger = new SealedBlobStore(
      storage,
      new SealingRing(new Secret(randomBytes(32).toString('base64'))),
    );
    await expect(stranger.get(key)).rejects.toThrow(
      /its key cannot be unwrapped; it was wrapped with "deployment"/,
    );
  });
});
