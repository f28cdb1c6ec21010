import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { report, require } from '../proof.ts';

const LIMIT_MS = 300;
/** The middle of some: what else the machine does is not the answer's. */
const TIMES = 7;
const RECOVERY_MS = 5000;

interface Timed {
  readonly path: string;
  readonly firstMs: number;
  readonly middleMs: number;
}

/** Asks for each path again and again, one after the other. Returns a complaint about each that is refused or takes too long in the middle. */
export async function timeReads(
  url: string,
  secret: string,
  reads: Readonly<Record<string, readonly string[]>>,
): Promise<string[]> {
  const agent = new Agent({ connections: 1 });
  const slow: string[] = [];
  try {
    for (const [operation, paths] of Object.entries(reads)) {
      const timed: Timed[] = [];
      for (const path of paths) {
        const work = () => read(agent, `${url}/operator/v1${path}`, secret);
        timed.push(await time(work, path).catch((error: unknown) => refused(path, error)));
      }
      const slowest = timed.reduce((a, b) => (b.middleMs > a.middleMs ? b : a));
      report(operation, {
        'ways to ask': timed.length,
        'ms in the middle of the slowest': slowest.middleMs.toFixed(1),
        'ms the longest first time': Math.max(...timed.map(({ firstMs }) => firstMs)).toFixed(1),
        is: slowest.path,
      });
      for (const { path, middleMs } of timed)
        if (middleMs >= LIMIT_MS) slow.push(`${operation} ${path} took ${middleMs.toFixed(0)} ms`);
    }
  } finally {
    await agent.close();
  }
  return slow;
}

/** After a query that took too long the service counts its database as away for a moment, which is no fault of what is asked next. */
async function refused(path: string, error: unknown): Promise<Timed> {
  console.log(`  ${path}: ${String(error)}`);
  await delay(RECOVERY_MS);
  return { path, firstMs: Infinity, middleMs: Infinity };
}

async function time(work: () => Promise<void>, path: string): Promise<Timed> {
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  const [firstMs = 0] = times;
  return { path, firstMs, middleMs: times.toSorted((a, b) => a - b)[TIMES >> 1]! };
}

async function read(agent: Agent, address: string, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${secret}` };
  const { statusCode, body } = await request(address, { dispatcher: agent, headers });
  const text = await body.text();
  require(statusCode === 200, `${address} was answered ${statusCode} ${text.slice(0, 200)}`);
}
