import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Prints names and priorities of the threads of a process in which the functions were called. */
const PROGRAM = `
  const { readdirSync, readFileSync } = await import('node:fs');
  const { getPriority } = await import('node:os');
  const { once } = await import('node:events');
  const { Worker } = await import('node:worker_threads');
  const { lowerCompilerPriority } = await import(process.argv[1]);
  lowerCompilerPriority();
  const thread = \`
    const { parentPort } = await import('node:worker_threads');
    const { lowerOwnPriority } = await import(\${JSON.stringify(process.argv[1])});
    lowerOwnPriority();
    parentPort.once('message', () => {});
    parentPort.postMessage('lowered');\`;
  const worker = new Worker(\`(async () => { \${thread} })()\`, { eval: true });
  await once(worker, 'message');
  const threads = readdirSync('/proc/self/task').map((id) => [
    Number(id) === process.pid ? 'event loop' : readFileSync('/proc/self/task/' + id + '/comm', 'latin1').trimEnd(),
    getPriority(Number(id)),
  ]);
  worker.postMessage('end');
  console.log(JSON.stringify(threads));`;

async function priorities(): Promise<(name: string) => number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    PROGRAM,
    fileURLToPath(new URL('lower-priority.ts', import.meta.url)),
  ]);
  const threads = JSON.parse(stdout) as [string, number][];
  return (wanted) => threads.filter(([name]) => name === wanted).map(([, priority]) => priority);
}

describe.runIf(process.platform === 'linux')('priority of threads', () => {
  it('is lower for those that compile and for one that asks for it, and not for the event loop', async () => {
    const of = await priorities();
    const [eventLoop = Number.NaN] = of('event loop');
    const compilers = of('V8Worker');
    expect(compilers.length).toBeGreaterThan(0);
    expect(Math.min(...compilers)).toBeGreaterThan(eventLoop);
    expect(of('WorkerThread').filter((priority) => priority > eventLoop)).toHaveLength(1);
  });
});
