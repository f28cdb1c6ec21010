import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundled } from '../../test-kit/service/bundled-program.ts';
import { copyDatabase, directory, installDirectory } from '../../test-kit/service/command-process.ts';

installDirectory();

/** `svc start` with a terminal for its output, and what that showed. */
async function startInTerminal(env: Record<string, string> = {}) {
  await copyDatabase();
  const command = `exec '${process.execPath}' --liftoff-only '${bundled('main')}' start`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      TERM: 'xterm',
      PORT: '0',
      SVC_DATA_DIR: join(directory, 'data'),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => (shown += String(chunk)));
  await expect.poll(() => shown, { timeout: 60_000 }).toMatch(/Svc is ready at (\S+)/);
  const url = /Svc is ready at (\S+)/.exec(shown)![1]!;
  await fetch(`${url}/nothing`);
  await expect.poll(() => shown).toContain('not_found');
  const exit = once(child, 'exit');
  child.stdin.write('\u0003');
  await exit;
  return shown;
}

it('shows short lines in a terminal, with colors unless NO_COLOR forbids them', async (context) => {
  if (spawnSync('script', ['--version']).error) context.skip('script not found');
  expect(await startInTerminal()).toContain('\u001b[33m404\u001b[0m');
  const plain = await startInTerminal({ NO_COLOR: '1' });
  expect(plain).toMatch(/^\d\d:\d\d:\d\d GET unrouted 404 \d+ ms code=not_found req_\w+\r$/m);
  expect(plain).not.toContain('\u001b');
  expect(plain).not.toContain('{"level"');
});
