import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FileTraffic, MAIN_KEY, testDatabases } from '#test-kit';
import { installProcessHooks, run, start, writeServiceFiles } from '../processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const CALLERS = 6;
const KILLS = 2;
const PAST_LEASES_S = 300;
const PROPERTIES = [
  'all bytes in the storage belong to a file or plugin',
  'every file and plugin has its bytes',
  'every file and plugin has as many bytes as it says',
  'no room is reserved for an upload that was cut off',
  'every file that is processing is about to be prepared',
];
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

describe.each(await testDatabases())('files of a killed service on the $kind database', (database) => {
  it('D-FILE-6 D-IDEM-2 are complete or absent, and rows and blobs agree afterwards', async () => {
    const opened = database.kind === 'postgres' ? await database.open() : undefined;
    const folder = await mkdtemp(join(tmpdir(), 'svc-killed-files-'));
    const deployment = {
      storage: { type: 'local', path: folder },
      limits: { files_batches_models_requests_per_minute: 100_000 },
    };
    const env = {
      ...writeServiceFiles({ deployment }),
      SVC_TEST_CLOCK: '1',
      SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...(opened?.databaseUrl === undefined ? {} : { DATABASE_URL: opened.databaseUrl }),
    };
    try {
      let service = await start(env);
      const traffic = new FileTraffic({ url: () => service.url, key: MAIN_KEY, mostBytes: 1_000_000 });
      for (let kills = 0; kills < KILLS; kills++) {
        const { uploaded } = traffic.counts;
        traffic.start(CALLERS);
        await expect.poll(() => traffic.counts.uploaded, { timeout: 30_000 }).toBeGreaterThan(uploaded + 3);
        const killed = service.end('SIGKILL');
        await traffic.stop();
        await killed;
        service = await start(env);
        expect(await traffic.findWrong({ settled: false })).toEqual([]);
        await traffic.repeatCut();
      }
      expect(traffic.counts.cut).toBeGreaterThan(0);
      await service.advance(PAST_LEASES_S);
      const states = async () => new Set((await traffic.list()).map(({ status }) => status));
      await expect.poll(states, { timeout: 30_000 }).toEqual(new Set(['ready']));
      // Leases are judged some seconds after a move of the clock, by the next round.
      await expect
        .poll(() => traffic.findWrong({ settled: true }), { timeout: 90_000, interval: 2000 })
        .toEqual([]);
      const clean = { code: 0, out: PROPERTIES.map((property) => `ok   ${property}\n`).join('') };
      await expect
        .poll(() => run(['files', 'check'], env), { timeout: 90_000, interval: 2000 })
        .toMatchObject(clean);
      expect(await service.end('SIGTERM')).toEqual([0, null]);
      expect(await run(['files', 'check'], env)).toMatchObject(clean);

      const lost = await renameOneBlob(folder);
      const found = await run(['files', 'check'], env);
      expect(found.code).toBe(1);
      expect(linesOf(found.out)).toEqual([
        `FAIL ${PROPERTIES[0]}`,
        `       ${lost.to}, damaged or sealed with another data key`,
        `FAIL ${PROPERTIES[1]}`,
        expect.stringMatching(new RegExp(`^ {7}file file_\\w+, (content|text) ${lost.from}$`)),
        ...PROPERTIES.slice(2).map((property) => `ok   ${property}`),
      ]);
    } finally {
      await opened?.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Renames one blob to another's name: it then belongs to no file, and leaves one without its bytes. */
async function renameOneBlob(folder: string): Promise<{ readonly from: string; readonly to: string }> {
  const blobs = join(folder, 'blobs');
  const [period] = (await readdir(blobs)).toSorted();
  const [from] = (await readdir(join(blobs, period!))).toSorted();
  const to = `${from!.slice(0, -1)}${from!.endsWith('0') ? '1' : '0'}`;
  await rename(join(blobs, period!, from!), join(blobs, period!, to));
  return { from: from!, to };
}
