import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { LoopLog } from '../hostile/loop-log.ts';
import { Neighbour } from '../hostile/neighbour.ts';
import { report, require, type Proof } from '../proof.ts';
import { timeLane } from './lane-probe.ts';
import type { Load, LoadTarget } from './load.ts';
import { LOADS } from './loads/index.ts';
import { LOAD_KEYS, neighboursDeployment, neighboursProvisioning } from './neighbours-deployment.ts';

const MAX_SLOWDOWN = 1.3;
/** Answers of a quiet service take a few milliseconds, of which one turn of its event loop may be more than a third. */
const MAX_TURN_MS = 20;
const MAX_BYTES_PER_BYTE = 8;
/** What the service takes in any case while it works: its young generation, threads and what is not collected yet. */
const WORKING_BYTES = 192_000_000;
/** A job of the other tenant waits for one job of the load. */
const MAX_LANE_MS = 10_000;
const QUIET_MS = 8000;
const LOAD_MS = 20_000;
const SETTLING_MS = 2000;
const RSS_EVERY_MS = 50;
/** A figure that is high once may be the collector's or another process's. */
const TRIES = 3;

interface Scene {
  readonly service: ServiceProcess;
  readonly loop: LoopLog;
  readonly neighbour: Neighbour;
}

interface Figures {
  readonly quietMs: number;
  readonly loadedMs: number;
  readonly turnMs: number;
  readonly sentBytes: number;
  readonly moreBytes: number;
  readonly laneMs: number | undefined;
}

export const proveNeighbours: Proof = {
  name: 'neighbours',
  summary: `whatever one tenant does, another's p99 stays within ${MAX_SLOWDOWN} of a quiet service's, turns within ${MAX_TURN_MS} ms`,
  async run() {
    const failures: string[] = [];
    for (const load of LOADS) {
      let failed = await judge(load);
      for (let tries = 1; tries < TRIES && failed.length > 0; tries++) failed = await judge(load);
      failures.push(...failed);
    }
    require(failures.length === 0, failures.join('; '));
  },
};

/** Each load gets a service of its own: what one leaves behind is not the next one's doing. */
async function judge(load: Load): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-neighbours-'));
  const loop = new LoopLog(directory);
  const folder = prepareFolder(
    directory,
    neighboursDeployment(),
    neighboursProvisioning(),
    loop.environment('--max-old-space-size=1024'),
  );
  const service = await startServiceProcess(folder);
  const neighbour = new Neighbour(service.url);
  try {
    const figures = await measure({ service, loop, neighbour }, load);
    report(load.name, {
      'ms p99 when quiet': figures.quietMs,
      'ms p99 beside it': figures.loadedMs,
      'ms longest turn': figures.turnMs,
      'MB sent': Math.round(figures.sentBytes / 1e6),
      'MB more memory': Math.round(figures.moreBytes / 1e6),
      ...(figures.laneMs === undefined ? {} : { [`ms of a small ${load.lane}`]: Math.round(figures.laneMs) }),
    });
    return failuresOf(load, figures);
  } finally {
    await neighbour.stop();
    await service.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure({ service, loop, neighbour }: Scene, load: Load): Promise<Figures> {
  await delay(SETTLING_MS);
  if (load.lane) await timeLane(service.url, load.lane);
  neighbour.take();
  await delay(QUIET_MS);
  const quietMs = neighbour.take().p99;
  const target: LoadTarget = { url: service.url, ...LOAD_KEYS };
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), {
    workerData: { name: load.name, target },
  });
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  try {
    await Promise.race([failed, delay(SETTLING_MS)]);
    neighbour.take();
    const [sinceMs, startBytes] = [Date.now(), service.rssBytes()];
    let mostBytes = startBytes;
    const watch = setInterval(() => {
      if (service.running) mostBytes = Math.max(mostBytes, service.rssBytes());
    }, RSS_EVERY_MS);
    const lane = load.lane && timeLane(service.url, load.lane);
    await Promise.race([failed, delay(LOAD_MS)]);
    clearInterval(watch);
    require(service.running, `${load.name}: the service ended`);
    const { p99: loadedMs } = neighbour.take();
    const turnMs = loop.longestSince(sinceMs);
    const laneMs = lane && (await Promise.race([lane, delay(MAX_LANE_MS, Number.POSITIVE_INFINITY)]));
    worker.postMessage('stop');
    const [sentBytes] = (await once(worker, 'message')) as [number];
    return { quietMs, loadedMs, turnMs, sentBytes, moreBytes: mostBytes - startBytes, laneMs };
  } finally {
    await worker.terminate();
  }
}

function failuresOf({ name, lane }: Load, figures: Figures): string[] {
  const { quietMs, loadedMs, turnMs, sentBytes, moreBytes, laneMs } = figures;
  const failures: string[] = [];
  if (loadedMs > Math.max(quietMs * MAX_SLOWDOWN, quietMs + MAX_TURN_MS))
    failures.push(`${name}: p99 of the other tenant went from ${quietMs} to ${loadedMs} ms`);
  if (turnMs > MAX_TURN_MS) failures.push(`${name}: a turn of ${turnMs} ms`);
  if (moreBytes > sentBytes * MAX_BYTES_PER_BYTE + WORKING_BYTES)
    failures.push(`${name}: ${moreBytes} bytes of memory for ${sentBytes} that were sent`);
  if (laneMs !== undefined && laneMs > MAX_LANE_MS)
    failures.push(`${name}: a small ${lane} of the other tenant took more than ${MAX_LANE_MS} ms`);
  return failures;
}
