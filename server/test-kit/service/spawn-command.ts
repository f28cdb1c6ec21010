import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundled } from './bundled-program.ts';

/** Do not optimize the embedded database's machine code: a test's process ends before that pays, and spends a fifth of its time on it. */
const SHORT_LIVED = '--liftoff-only';

/** `svc …` in a folder, with nothing of the developer's shell but PATH; while it runs it is in the set. */
export function spawnCommand(
  words: readonly string[],
  {
    cwd,
    env,
    running: all,
  }: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly running: Set<ChildProcess>;
  },
): ChildProcess {
  const own = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: '0',
    SVC_DATA_DIR: join(cwd, 'data'),
  };
  const child = spawn(process.execPath, [SHORT_LIVED, bundled('main'), ...words], {
    cwd,
    env: { ...own, ...env },
    stdio: 'pipe',
  });
  all.add(child);
  child.once('exit', () => all.delete(child));
  return child;
}
