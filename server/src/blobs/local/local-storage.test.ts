import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_SEALING } from '#test-kit';
import { BlobStoreUnavailable } from '../blob-errors.ts';
import { newBlobKey } from '../blob-key.ts';
import { SealedBlobStore } from '../sealed-blob-store.ts';
import { openLocalFixture } from '../test-support/storage-fixtures.ts';
import { LocalStorage } from './local-storage.ts';
import { sendToSealingThread } from './sealing-thread.ts';

let fixture: Awaited<ReturnType<typeof openLocalFixture>>;
let store: SealedBlobStore;
const key = newBlobKey(1_700_000_000_000);

beforeEach(async () => {
  fixture = await openLocalFixture();
  store = new SealedBlobStore(fixture.storage, TEST_SEALING);
});
afterEach(() => fixture.close());

async function* bytes(mebibytes = 0): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
  for (let i = 0; i < mebibytes; i++) yield Buffer.alloc(1_048_576);
}

async function keysOf(): Promise<string[]> {
  return (await Array.fromAsync(store.list())).map((listed) => listed.key);
}

describe('a folder of blobs', () => {
  it('is not accessible to other users, and stores each blob by the time of its key', async () => {
    await store.put(key, 'deployment', bytes());
    const period = join(fixture.folder, 'blobs', key.slice(0, 10));
    expect(await readdir(period)).toEqual([key]);
    const modes = await Promise.all(
      [join(fixture.folder, 'blobs'), join(fixture.folder, 'unfinished'), period, join(period, key)].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
  });

  it('can be opened again, and by several stores at once', async () => {
    await store.put(key, 'deployment', bytes());
    const other = new SealedBlobStore(await LocalStorage.open(fixture.folder), TEST_SEALING);
    expect((await buffer(await other.get(key))).toString()).toBe('x');
    await other.delete(key);
    expect(await keysOf()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('seals on a thread that lets the event loop go first', async () => {
    await store.put(key, 'deployment', bytes());
    const stats = (await readdir('/proc/self/task')).map((thread) =>
      readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => ''),
    );
    // Behind the name: state, 15 numbers, priority, nice.
    const niceness = (await Promise.all(stats)).map((line) => Number(line.split(') ')[1]?.split(' ')[16]));
    expect(Math.max(...niceness.filter(Number.isFinite))).toBeGreaterThan(getPriority());
  });

  it('lists only its own files', async () => {
    await store.put(key, 'deployment', bytes());
    await mkdir(join(fixture.folder, 'blobs', 'lost+found'));
    await writeFile(join(fixture.folder, 'blobs', 'notes.txt'), '');
    await writeFile(join(fixture.folder, 'blobs', key.slice(0, 10), '.notes'), '');
    expect(await keysOf()).toEqual([key]);
  });

  it('that is not mounted is unavailable, and its blobs are not treated as deleted', async () => {
    await store.put(key, 'deployment', bytes());
    await rename(join(fixture.folder, 'blobs'), join(fixture.folder, 'elsewhere'));
    await expect(store.get(key)).rejects.toThrow(BlobStoreUnavailable);
    await expect(store.delete(key)).rejects.toThrow(BlobStoreUnavailable);
    await expect(keysOf()).rejects.toThrow(BlobStoreUnavailable);
    await rm(fixture.folder, { recursive: true });
    await expect(store.put(key, 'deployment', bytes())).rejects.toThrow(BlobStoreUnavailable);
  });

  it('that cannot be created is unavailable, with the system error as the reason', async () => {
    await writeFile(join(fixture.folder, 'file'), '');
    await expect(LocalStorage.open(join(fixture.folder, 'file', 'blobs'))).rejects.toThrow(
      /^The folder of files cannot be used: mkdir failed with ENOTDIR at .*\/file\/blobs/,
    );
  });

  it('on a full disk is unavailable, stores nothing of the upload, and works again when there is space', async (context) => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', fixture.folder], { stdio: 'ignore' });
    } catch {
      return context.skip('tmpfs cannot be mounted');
    }
    try {
      const small = new SealedBlobStore(await LocalStorage.open(fixture.folder), TEST_SEALING);
      await expect(small.put(key, 'deployment', bytes(8))).rejects.toThrow(
        'The folder of files cannot be used: write failed with ENOSPC.',
      );
      expect(await readdir(join(fixture.folder, 'unfinished'))).toEqual([]);
      expect(await small.put(key, 'deployment', bytes(2))).toMatchObject({ key });
    } finally {
      execFileSync('umount', [fixture.folder]);
    }
  });

  it.each([0, 300])(
    'whose sealing thread ends is unavailable to a write %i ms later, stores nothing of it, and starts another thread for the next',
    async (laterMs) => {
      async function* source(): AsyncGenerator<Buffer> {
        yield* bytes(4);
        // The thread fails on a file without a key.
        sendToSealingThread({
          kind: 'open',
          id: 0,
          fd: -1,
          key: undefined as never,
          header: Buffer.alloc(1),
        });
        await delay(laterMs);
        yield* bytes(4);
      }
      await expect(store.put(key, 'deployment', source())).rejects.toThrow(
        'The thread that seals files has ended.',
      );
      expect(await readdir(join(fixture.folder, 'unfinished'))).toEqual([]);
      await store.put(key, 'deployment', bytes(2));
      expect(await buffer(await store.get(key))).toHaveLength(2 * 1_048_576 + 1);
    },
  );
});
