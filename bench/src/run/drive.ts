import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from '../load/job.ts';
import { nativeLoad } from './native-load.ts';
import { track } from '../processes/children.ts';

const SCRIPT = fileURLToPath(new URL('../load/main.ts', import.meta.url));

/** Runs one job in a load process of its own. */
export function drive(
  job: LoadJob,
  cpu: number,
): { readonly pid: number; readonly result: Promise<LoadResult> } {
  const { command, args, input } = nativeLoad(job) ?? {
    command: process.execPath,
    args: [SCRIPT],
    input: JSON.stringify(job),
  };
  const child = spawn('taskset', ['-c', String(cpu), command, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  track(child);
  if (child.pid === undefined) throw new Error('could not start the load generator');
  child.stdin.end(input);
  return { pid: child.pid, result: text(child.stdout).then(parseResult) };
}

function parseResult(output: string): LoadResult {
  if (output === '') throw new Error('the load generator ended without a result');
  return JSON.parse(output) as LoadResult;
}
