import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../server/test-kit/index.ts';
import { cloneCheckout } from '../clone-checkout.ts';
import { report, require, type Proof } from '../proof.ts';
import { processGroup, type GroupUsage } from './process-group.ts';

const SAMPLE_MS = 25;
const MAX_WAIT_MS = 300_000;
/** npm and the shell; what looks for changed sources, and its two parts. The service is one process. */
const MAX_PROCESSES = 5;

/** The second of the README's two commands, in a fresh clone, up to the end of a streamed answer; then once more on the same data. */
export const proveFirstStart: Proof = {
  name: 'first-start',
  summary: 'time, processor time and memory of npm start in a fresh clone, up to a streamed answer (Linux)',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'svc-first-start-'));
    const clone = join(folder, 'clone');
    try {
      await cloneCheckout(clone);
      // What `npm ci` does when the packages are there.
      await promisify(execFile)('npm', ['run', 'prepare'], { cwd: clone });
      const key = await measureStart('first start', clone, folder);
      await measureStart('second start', clone, folder, key);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Answers the key with which it was called. */
async function measureStart(name: string, clone: string, folder: string, knownKey?: string): Promise<string> {
  const port = await freePort();
  const startedMs = performance.now();
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PORT: String(port),
    SVC_DATA_DIR: join(folder, 'data'),
  };
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const samples: GroupUsage[] = [];
  const sampling = setInterval(() => samples.push(processGroup(child.pid!)), SAMPLE_MS);
  try {
    const key = await workingKey(child, port, knownKey, startedMs + MAX_WAIT_MS);
    const seconds = (performance.now() - startedMs) / 1000;
    samples.push(processGroup(child.pid!));
    const most = (of: keyof GroupUsage) => Math.max(...samples.map((sample) => sample[of]));
    report(name, {
      's to the answer': seconds.toFixed(1),
      's of a processor': most('processorSeconds').toFixed(1),
      'MB at its peak': Math.round(most('residentBytes') / 1e6),
      'processes at once': most('processes'),
    });
    require(most('processes') <= MAX_PROCESSES, `at most ${MAX_PROCESSES} processes run at once`);
    return key;
  } finally {
    clearInterval(sampling);
    process.kill(-child.pid!, 'SIGTERM');
    await once(child, 'exit');
  }
}

/** Asks until there is an answer, and reads its stream to the end. */
async function workingKey(
  { stdout }: ChildProcess,
  port: number,
  knownKey: string | undefined,
  deadlineMs: number,
): Promise<string> {
  let output = '';
  stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (performance.now() < deadlineMs) {
    const key = knownKey ?? /sk_live_[0-9a-f]{64}/.exec(output)?.[0];
    const response = key === undefined ? undefined : await ask(port, key).catch(() => undefined);
    if (response?.ok) {
      await response.text();
      return key!;
    }
    await sleep(SAMPLE_MS);
  }
  throw new Error(`no answer within ${MAX_WAIT_MS / 1000} s:\n${output}`);
}

function ask(port: number, key: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
  });
}
