import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { newBlobKey, type BlobStore } from '#blobs';
import { LIMITS } from '@svc/contract';
import { memoryBlobStore, zip } from '#test-kit';
import { inspectBundle } from './inspect-bundle.ts';

const MANIFEST = { name: 'plugin.json', content: JSON.stringify({ name: 'long', version: '1.0.0' }) };

/** Inspects a bundle, and counts what is read of it. */
async function inspect(bundle: Buffer): Promise<{ name: string; readBytes: number; reads: number }> {
  const stored = memoryBlobStore();
  const blob = await stored.put(newBlobKey(0), 'deployment', Readable.from([bundle]));
  let [readBytes, reads] = [0, 0];
  const counting = {
    get: async (key: string, range: { start: number; end: number }) => {
      readBytes += range.end - range.start;
      reads++;
      return stored.get(key, range);
    },
  } as unknown as BlobStore;
  const { name } = await inspectBundle(counting, blob, LIMITS);
  return { name, readBytes, reads };
}

describe('the inspection of a bundle', () => {
  it('reads an archive of many long names about once', async () => {
    const entries = Array.from({ length: 500 }, (_, i) => ({
      name: `${`${i}-`.padEnd(30, 'x')}/`.repeat(30) + 'y'.repeat(60),
      content: 'text',
    }));
    const bundle = zip([MANIFEST, ...entries]);
    const { name, readBytes, reads } = await inspect(bundle);
    expect(name).toBe('long');
    // A head of 4 KB is read for each entry that does not stand in the one before.
    expect(readBytes).toBeLessThan(3 * bundle.length + 500 * 4096);
    expect(reads).toBeLessThan(3 * 500);
  });

  it('lets others have their turn among entries of which only the directory says something', async () => {
    const folders = Array.from({ length: 500 }, (_, i) => ({
      name: `${i}/${`e${'\u0301\u0323'.repeat(12)}/`.repeat(30)}`,
      content: '',
    }));
    let turns = 0;
    const count = (): void => void (turns++, (immediate = setImmediate(count)));
    let immediate = setImmediate(count);
    await inspect(zip([MANIFEST, ...folders]));
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(30);
  });
});
