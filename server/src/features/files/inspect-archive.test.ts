import { expect, it } from 'vitest';
import { newBlobKey } from '#blobs';
import { memoryBlobStore, zip } from '#test-kit';
import { inspectArchive } from './inspect-archive.ts';
import type { StoredFile } from './store/file-rows.ts';

const ENTRIES = 20_000;

const blobs = memoryBlobStore();

/** A skill that holds an archive. */
async function skillOf(archive: Buffer): Promise<StoredFile> {
  const key = newBlobKey(0);
  await blobs.put(
    key,
    'deployment',
    (async function* () {
      yield archive;
    })(),
  );
  return { blob_key: key, bytes: archive.length, purpose: 'skill' } as StoredFile;
}

it('D-FILE-4 the entries of an archive are inspected over many turns of the event loop', async () => {
  const archive = zip(
    Array.from({ length: ENTRIES }, (_, i) => ({ name: `directory/${i.toString(36)}`, content: 'hello' })),
  );
  const skill = await skillOf(archive);
  let [turns, isOver] = [0, false];
  const tick = (): void => {
    turns++;
    if (!isOver) setImmediate(tick);
  };
  tick();
  expect(await inspectArchive(blobs, skill, new AbortController().signal)).toBeUndefined();
  isOver = true;
  // At most 20 entries per turn.
  expect(turns).toBeGreaterThan(ENTRIES / 20);
});

it('D-FILE-4 an inspection stops when its process does', async () => {
  const archive = zip([{ name: 'a', content: 'hello' }]);
  const skill = await skillOf(archive);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(inspectArchive(blobs, skill, stopped)).rejects.toThrow('stopped');
});
