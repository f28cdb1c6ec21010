import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeS3, TEST_SEALING } from '#test-kit';
import { BlobMissing, BlobTooLarge } from './blob-errors.ts';
import { newBlobKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';
import { S3Storage } from './s3/s3-storage.ts';
import { SealedBlobStore } from './sealed-blob-store.ts';
import { openLocalFixture, type StorageFixture } from './test-support/storage-fixtures.ts';

const MIB = 1024 * 1024;
/** More than one part of a multipart upload. */
const LARGE_BYTES = 12 * MIB + 345;

class SourceFault extends Error {}

async function* repeat(chunk: Buffer, times: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < times; i++) yield chunk;
}

/** Yields some content, then blocks until it is resumed or fails. */
function pausedSource(contentBytes: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const paused = Promise.withResolvers<void>();
  async function* chunks(): AsyncGenerator<Buffer> {
    yield randomBytes(contentBytes);
    paused.resolve();
    await promise;
    yield randomBytes(1);
  }
  return { chunks: chunks(), paused: paused.promise, goOn: resolve, fail: reject };
}

async function keysOf(store: BlobStore, after?: string): Promise<string[]> {
  return (await Array.fromAsync(store.list(after))).map(({ key }) => key);
}

async function openS3Fixture(): Promise<StorageFixture> {
  const s3 = await startFakeS3();
  return {
    storage: new S3Storage(s3.config),
    unfinished: () => Promise.resolve([...s3.uploads.keys()]),
    close: () => s3.close(),
  };
}

const KINDS = [
  ['local folder', openLocalFixture],
  ['bucket', openS3Fixture],
] as const;

describe.each(KINDS)('a blob store in a %s', (_name, openFixture) => {
  let fixture: StorageFixture;
  let store: BlobStore;
  let key: string;

  beforeEach(async () => {
    fixture = await openFixture();
    store = new SealedBlobStore(fixture.storage, TEST_SEALING);
    key = newBlobKey(1_700_000_000_000);
  });
  afterEach(() => fixture.close());

  it('reads back what was put, completely and in part', async () => {
    const content = randomBytes(LARGE_BYTES);
    expect(await store.put(key, 'deployment', Readable.from([content]))).toEqual({
      key,
      sizeBytes: LARGE_BYTES,
    });
    expect((await buffer(await store.get(key))).equals(content)).toBe(true);
    const [start, end] = [5 * MIB - 3, 7 * MIB + 1];
    expect((await buffer(await store.get(key, { start, end }))).equals(content.subarray(start, end))).toBe(
      true,
    );
  });

  it('stores empty content', async () => {
    expect(await store.put(key, 'deployment', repeat(Buffer.alloc(0), 2))).toEqual({ key, sizeBytes: 0 });
    expect(await buffer(await store.get(key))).toHaveLength(0);
  });

  it('supports concurrent uploads and downloads', async () => {
    const contents = Array.from({ length: 8 }, () => randomBytes(MIB + Math.floor(Math.random() * MIB)));
    const keys = contents.map(() => newBlobKey(1_700_000_000_000));
    await Promise.all(
      contents.map((content, i) => store.put(keys[i]!, 'deployment', Readable.from([content]))),
    );
    const read = await Promise.all(keys.map(async (one) => buffer(await store.get(one))));
    expect(read.every((content, i) => content.equals(contents[i]!))).toBe(true);
  });

  it('does not show a blob until it is complete', async () => {
    const source = pausedSource(LARGE_BYTES);
    const put = store.put(key, 'deployment', source.chunks);
    await source.paused;
    await expect(store.get(key)).rejects.toThrow(BlobMissing);
    expect(await keysOf(store)).toEqual([]);
    source.goOn();
    expect(await put).toEqual({ key, sizeBytes: LARGE_BYTES + 1 });
    expect(await keysOf(store)).toEqual([key]);
  });

  it('stores nothing of a source that fails, and throws its error', async () => {
    const source = pausedSource(LARGE_BYTES);
    const put = store.put(key, 'deployment', source.chunks);
    await source.paused;
    // Like an error of a socket: a system error code does not make it an error of the storage.
    const fault = Object.assign(new SourceFault('ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    source.fail(fault);
    await expect(put).rejects.toBe(fault);
    await expect(store.get(key)).rejects.toThrow(BlobMissing);
    expect(await fixture.unfinished()).toEqual([]);
  });

  it('stops on a signal, even while the source is idle, and stores nothing', async () => {
    const [source, controller] = [pausedSource(LARGE_BYTES), new AbortController()];
    const put = store.put(key, 'deployment', source.chunks, { signal: controller.signal });
    await source.paused;
    const reason = new Error('nobody waits for it');
    controller.abort(reason);
    await expect(put).rejects.toBe(reason);
    expect(await fixture.unfinished()).toEqual([]);
    const stalled = new Readable({ read() {} });
    const other = new AbortController();
    const putStalled = store.put(key, 'deployment', stalled, { signal: other.signal });
    stalled.push(Buffer.alloc(10));
    setImmediate(() => other.abort(reason));
    await expect(putStalled).rejects.toBe(reason);
    expect(stalled.destroyed).toBe(true);
    await expect(store.put(key, 'deployment', source.chunks, { signal: controller.signal })).rejects.toBe(
      reason,
    );
    expect(await keysOf(store)).toEqual([]);
  });

  it('accepts exactly as many bytes as the limit', async () => {
    const put = (times: number): Promise<unknown> =>
      store.put(key, 'deployment', repeat(Buffer.alloc(1000), times), { limitBytes: 5000 });
    await expect(put(6)).rejects.toThrow(BlobTooLarge);
    expect(await fixture.unfinished()).toEqual([]);
    expect(await put(5)).toEqual({ key, sizeBytes: 5000 });
  });

  it('reads no faster than it writes, and closes a source that it does not read completely', async () => {
    let given = 0;
    const source = new Readable({
      read() {
        given += 65_536;
        this.push(Buffer.alloc(65_536));
      },
    });
    await expect(store.put(key, 'deployment', source, { limitBytes: 20 * MIB })).rejects.toThrow(
      BlobTooLarge,
    );
    expect(source.destroyed).toBe(true);
    expect(given).toBeLessThan(21 * MIB);
  });

  it('deletes idempotently', async () => {
    await store.put(key, 'deployment', repeat(Buffer.from('a'), 1));
    await store.delete(key);
    await store.delete(key);
    await expect(store.get(key)).rejects.toThrow(BlobMissing);
    expect(await keysOf(store)).toEqual([]);
  });

  it('lists all in order, or those after a key, with size and time', async () => {
    const hour = 3_600_000;
    const keys = Array.from({ length: 30 }, (_, i) => newBlobKey(1_700_000_000_000 + i * hour));
    const startedMs = Date.now();
    for (const one of keys.toReversed()) await store.put(one, 'deployment', repeat(Buffer.alloc(10), 1));
    expect(await keysOf(store)).toEqual(keys);
    for (const i of [0, 10, 29]) expect(await keysOf(store, keys[i])).toEqual(keys.slice(i + 1));
    for await (const { sizeBytes, modifiedAtMs } of store.list()) {
      expect(sizeBytes).toBe(10);
      // Storages have times in seconds.
      expect(modifiedAtMs).toBeGreaterThan(startedMs - 2000);
      expect(modifiedAtMs).toBeLessThan(Date.now() + 2000);
    }
  });

  it('accepts only keys in its own format', async () => {
    for (const name of [
      '',
      '.',
      '..',
      '../data.key',
      'blob_',
      `${key}/x`,
      `../${key}`,
      key.toUpperCase(),
      `${key}\0`,
    ]) {
      await expect(store.put(name, 'deployment', repeat(Buffer.alloc(1), 1))).rejects.toThrow(TypeError);
      await expect(store.get(name)).rejects.toThrow(TypeError);
      await expect(store.delete(name)).rejects.toThrow(TypeError);
      await expect(keysOf(store, name)).rejects.toThrow(TypeError);
    }
  });

  it('stops reading when the stream is destroyed', async () => {
    await store.put(key, 'deployment', Readable.from([randomBytes(LARGE_BYTES)]));
    const stream = await store.get(key);
    for await (const chunk of stream) {
      expect(chunk).toBeInstanceOf(Buffer);
      break;
    }
    expect(stream.destroyed).toBe(true);
    // Never read at all.
    const { promise, resolve } = Promise.withResolvers<void>();
    (await store.get(key)).once('close', resolve).destroy();
    await promise;
  });

  it('removes only unfinished uploads that were not written to since a time', async () => {
    await store.put(key, 'deployment', repeat(Buffer.alloc(1), 1));
    const source = pausedSource(LARGE_BYTES);
    const put = store.put(newBlobKey(1), 'deployment', source.chunks);
    put.catch(() => {});
    await source.paused;
    await expect.poll(async () => (await fixture.unfinished()).length).toBe(1);
    expect(await store.removeUnfinished(Date.now() - 60_000)).toBe(0);
    expect(await fixture.unfinished()).toHaveLength(1);
    expect(await store.removeUnfinished(Date.now() + 60_000)).toBe(1);
    expect(await fixture.unfinished()).toEqual([]);
    source.goOn();
    await expect(put).rejects.toThrow();
    expect(await keysOf(store)).toEqual([key]);
  });
});
