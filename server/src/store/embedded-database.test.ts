import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { copyEmbeddedDatabase } from '#test-kit';

const SESSIONS = new URL('embedded-sessions.ts', import.meta.url).href;
const STATEMENTS = `
  const { EmbeddedSessions } = await import('${SESSIONS}');
  const sessions = new EmbeddedSessions({ directory: process.argv[2], log: { error() {} } });
  const session = await sessions.acquire();
  for (let n = 0; n < 300; n++) await session.query('select n + ' + n + ' as sum from (values (1), (2)) v (n) order by n', []);
  await session.release();
  await sessions.close();`;

/** Functions are optimized at once, on the thread that runs them, when they have been a little hot. */
const FLAGS = ['--trace-wasm-compilation-times', '--wasm-sync-tier-up', '--wasm-tiering-budget=300000'];

it('an embedded database has hot functions optimized, and not its parser', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-optimized-'));
  try {
    await copyEmbeddedDatabase(dataDir, { migrated: false });
    const program = join(dataDir, 'statements.mjs');
    await writeFile(program, STATEMENTS);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...FLAGS, program, join(dataDir, 'database')],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const megabytes = [...stdout.matchAll(/using TurboFan, took \d+ ms and (\d+) \//g)].map(
      ([, bytes]) => Number(bytes) / 1e6,
    );
    expect(megabytes.length).toBeGreaterThan(20);
    expect(Math.max(...megabytes)).toBeLessThan(200);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
