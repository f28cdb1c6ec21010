import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { freePort, startFakeS3, startTcpProxy, TEST_SEALING, type FakeS3 } from '#test-kit';
import { BlobMissing, BlobStoreUnavailable } from '../blob-errors.ts';
import { newBlobKey } from '../blob-key.ts';
import { SealedBlobStore } from '../sealed-blob-store.ts';
import { S3Storage } from './s3-storage.ts';

const MIB = 1024 * 1024;
let s3: FakeS3;
let store: SealedBlobStore;
let key: string;

beforeEach(async () => {
  s3 = await startFakeS3();
  store = storeAt({});
  key = newBlobKey(1_700_000_000_000);
});
afterEach(() => s3.close());

function storeAt(change: Partial<typeof s3.config>): SealedBlobStore {
  return new SealedBlobStore(new S3Storage({ ...s3.config, ...change }), TEST_SEALING);
}

describe('a bucket', () => {
  it('that is missing is unavailable, and no blob is treated as deleted', async () => {
    const elsewhere = storeAt({ bucket: 'no-such-bucket' });
    const expected = 'The bucket no-such-bucket cannot be used: NoSuchBucket.';
    await expect(elsewhere.get(key)).rejects.toThrow(expected);
    await expect(elsewhere.put(key, 'deployment', Readable.from([randomBytes(12 * MIB)]))).rejects.toThrow(
      expected,
    );
    await expect(Array.fromAsync(elsewhere.list())).rejects.toThrow(BlobStoreUnavailable);
    await expect(store.get(key)).rejects.toThrow(BlobMissing);
  });

  it('that refuses the access key is unavailable, and the key is in no message', async () => {
    s3.reply = { status: 403, code: 'SignatureDoesNotMatch' };
    const stranger = storeAt({ access_key: new Secret('id-of-key'), secret_key: new Secret('hunter2') });
    const error = await stranger.get(key).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BlobStoreUnavailable);
    expect(String(error)).toBe(
      'BlobStoreUnavailable: The bucket svc-files cannot be used: SignatureDoesNotMatch.',
    );
    await expect(stranger.delete(key)).rejects.toThrow(BlobStoreUnavailable);
  });

  it('that is unreachable is unavailable', async () => {
    const unavailable = storeAt({ endpoint: `http://127.0.0.1:${await freePort()}` });
    await expect(unavailable.get(key)).rejects.toThrow('The bucket svc-files cannot be used: ECONNREFUSED.');
    await expect(unavailable.put(key, 'deployment', Readable.from([Buffer.alloc(1)]))).rejects.toThrow(
      BlobStoreUnavailable,
    );
  });

  it('that fails during an upload stores nothing of it once the upload is aborted', async () => {
    async function* source(): AsyncGenerator<Buffer> {
      yield randomBytes(6 * MIB);
      await expect.poll(() => s3.uploads.size).toBe(1);
      s3.reply = { status: 403, code: 'AccessDenied' };
      yield randomBytes(6 * MIB);
    }
    await expect(store.put(key, 'deployment', source())).rejects.toThrow('AccessDenied');
    s3.reply = undefined;
    // The abort was refused too: it is found later.
    expect(s3.uploads.size).toBe(1);
    expect(await store.removeUnfinished(Date.now() + 1000)).toBe(1);
    expect(s3.uploads.size).toBe(0);
    await expect(store.get(key)).rejects.toThrow(BlobMissing);
  });

  it('gets one request for small content, and requests for the header and one range of a read', async () => {
    await store.put(key, 'deployment', Readable.from([randomBytes(2 * MIB)]));
    await buffer(await store.get(key, { start: MIB, end: MIB + 10 }));
    expect(s3.requests.map((request) => request.split(' ')[0])).toEqual([
      'PUT', // the bucket
      'PUT',
      'GET',
      'GET',
    ]);
  });

  it('is read further after a connection failed', async () => {
    const { port } = new URL(s3.config.endpoint ?? '');
    const content = randomBytes(32 * MIB);
    await store.put(key, 'deployment', Readable.from([content]));
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(port) });
    try {
      const stream = await storeAt({ endpoint: `http://127.0.0.1:${proxy.port}` }).get(key);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) {
        if (chunks.push(chunk as Buffer) !== 3) continue;
        await proxy.refuse();
        await proxy.restore();
      }
      expect(proxy.accepted).toBeGreaterThan(1);
      expect(Buffer.concat(chunks).equals(content)).toBe(true);
    } finally {
      await proxy.close();
    }
  });

  it('of more than one page is listed completely', async () => {
    const keys = Array.from({ length: 1005 }, (_, i) => newBlobKey(1_700_000_000_000 + i));
    const { endpoint, bucket } = s3.config;
    for (const one of keys) await fetch(`${endpoint}/${bucket}/${one}`, { method: 'PUT', body: 'x' });
    await fetch(`${endpoint}/${bucket}/not-ours`, { method: 'PUT', body: 'x' });
    const listed = await Array.fromAsync(store.list());
    expect(listed.map((blob) => blob.key)).toEqual(keys);
    // No valid blob has one byte.
    expect(listed[0]?.sizeBytes).toBeNull();
  });
});
