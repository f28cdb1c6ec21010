import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const MEGABYTE = 2 ** 20;

/** Prints the size of the young generation, in bytes, after garbage has gone through it. */
const SIZE = `
  const { getHeapSpaceStatistics } = await import('node:v8');
  for (let i = 0; i < 2_000_000; i++) globalThis.last = [i, {}];
  const size = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;`;
const PROGRAM = `
  const { Worker } = await import('node:worker_threads');
  const { tuneProcess } = await import(process.argv[1]);
  tuneProcess();
  ${SIZE}
  const thread = \`${SIZE} (await import('node:worker_threads')).parentPort.postMessage(size);\`;
  new Worker(thread, { eval: true }).once('message', (sizeOfThread) => console.log(JSON.stringify([size, sizeOfThread])));`;

describe('memory of a process', () => {
  it('leaves its own young generation as it started, and gives threads a small one', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--min-semi-space-size=16',
      '--max-semi-space-size=16',
      '--input-type=module',
      '--eval',
      PROGRAM,
      fileURLToPath(new URL('tune-process.ts', import.meta.url)),
    ]);
    expect(stderr).toBe('');
    const [own = 0, ofThread = 0] = JSON.parse(stdout) as number[];
    expect(own).toBeGreaterThanOrEqual(16 * MEGABYTE);
    expect(ofThread).toBeLessThanOrEqual(8 * MEGABYTE);
  });
});
