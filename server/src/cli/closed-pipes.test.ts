import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { copyDatabase, directory, installDirectory, run } from '../../test-kit/service/command-process.ts';
import { spawnCommand } from '../../test-kit/service/spawn-command.ts';

// Each test runs several processes, and each of those takes a second or more where others compete for the cores.
vi.setConfig({ testTimeout: 120_000 });
installDirectory();

/** Runs a command whose standard output nobody reads. */
async function runUnread(words: string[]) {
  const child = spawnCommand(words, { cwd: directory, env: {}, running: new Set() });
  child.stdout!.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  return { code: code as number | null, err };
}

it.each([
  ['doctor'],
  ['help'],
  ['--version'],
  ['ledger', 'check'],
  ['operators', 'list'],
  ['provision', 'missing.json'],
])('svc %s … ends as usual and without a trace when its output is a closed pipe', async (...words) => {
  await copyDatabase();
  const { code, err } = await run(words);
  expect(await runUnread(words)).toEqual({ code, err });
});

it('svc backup to a closed pipe fails, and says in a sentence that it is not complete', async () => {
  await copyDatabase();
  expect(await runUnread(['backup', '-'])).toEqual({
    code: 1,
    err: 'The reader of the backup closed its end. What it read is no complete backup.\n',
  });
});
