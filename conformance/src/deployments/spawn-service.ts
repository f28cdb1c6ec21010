import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The sources, or a bundle of them, which starts in half of the time. */
const PROGRAM =
  process.env['TEST_PROGRAM'] ?? fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
/** Do not optimize the embedded database's machine code: that takes more of a processor than a run of the suite gains by it. */
const SHORT_LIVED = '--liftoff-only';

export type ServiceProcess = ChildProcessByStdio<null, Readable, Readable>;

/** `svc <words>` with nothing of the developer's shell but PATH, so that no setting of it reaches the service. */
export function spawnService(
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): ServiceProcess {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...environment,
  };
  return spawn(process.execPath, [SHORT_LIVED, PROGRAM, ...words], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs `svc <words>` to its end and returns what it printed. Throws when it fails. */
export async function runServiceCommand(
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawnService(words, cwd, environment);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`svc ${words[0]} ended with code ${code}: ${output}`);
  return output;
}
