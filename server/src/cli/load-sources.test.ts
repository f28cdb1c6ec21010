import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** All that `main.ts` and `worker.ts` load. */
const PARTS = ['index.ts', '{commands,doctor,workers}/*.ts'];
const STARTS_ON_IMPORT = 'workers/worker.ts';

// Processes that tests start run a bundle, which forgives an import that Node would not find.
it('every command loads from the sources as they are', async () => {
  const files = globSync(PARTS, { cwd: import.meta.dirname }).filter(
    (path) => !path.endsWith('.test.ts') && path !== STARTS_ON_IMPORT,
  );
  expect(files).toContain('commands/start.ts');
  expect(files).toContain('workers/run-worker.ts');
  const urls = files.map((path) => new URL(path, import.meta.url).href);
  const program = `for (const url of ${JSON.stringify(urls)}) await import(url)`;
  await expect(
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]),
  ).resolves.toEqual({ stdout: '', stderr: '' });
}, 120_000);
