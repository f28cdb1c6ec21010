import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { report, require } from '../proof.ts';
import { KeyLoad } from '../scale/key-load.ts';
import { seededSecret } from '../scale/seeded.ts';
import type { ServiceProcess } from '../deployment/service-process.ts';

const MAX_SHARE = 0.01;
const CALLERS = 16;
const ORGANIZATIONS = 1000;
const SLICE_MS = 2000;
const WARM_UP_SLICES = 4;
/** The page asks for traffic and nodes every ten seconds and for queues every five. Here it asks twenty times as often, or the difference would drown in noise. */
const PAGE_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 500;
const LOOKS_ALONE = 50;
const LOOK = [
  '/traffic?span=1h&group_by=model',
  '/traffic?span=1h&group_by=code',
  '/nodes?limit=100',
  '/queues',
  '/queues',
];

/** What an operator who watches the page of what happens now takes of the service's processor, beside calls and alone. */
export async function measureNowPage(service: ServiceProcess, secret: string, rounds: number): Promise<void> {
  const load = new KeyLoad(service.url, CALLERS);
  const slice = async (isWatched: boolean): Promise<number> => {
    const until = performance.now() + SLICE_MS;
    let n = 0;
    const before = service.cpuMs();
    const watching = isWatched ? watch(service.url, secret, until) : undefined;
    const { calls } = await load.run(() =>
      performance.now() < until ? seededSecret(n++ % ORGANIZATIONS) : undefined,
    );
    await watching;
    return ((service.cpuMs() - before) * 1000) / calls;
  };
  try {
    for (let n = 0; n < WARM_UP_SLICES; n++) await slice(n % 2 === 1);
    const cost: Record<'alone' | 'watched', number[]> = { alone: [], watched: [] };
    for (let round = 0; round < rounds; round++)
      for (const isWatched of round % 2 === 0 ? [false, true] : [true, false])
        cost[isWatched ? 'watched' : 'alone'].push(await slice(isWatched));
    const [alone, watched] = [lowQuartile(cost.alone), lowQuartile(cost.watched)];
    const lookMs = await costOfLook(service, secret);
    report('a look at the page', {
      'ms of the processor': lookMs.toFixed(1),
      '% of a processor, once in ten seconds': ((lookMs / PAGE_EVERY_MS) * 100).toFixed(2),
    });
    const more = watched / alone - 1;
    const asThePageAsks = (more * LOOK_EVERY_MS) / PAGE_EVERY_MS;
    report('processor time of a call', {
      'µs alone': alone.toFixed(1),
      [`µs with a look every ${LOOK_EVERY_MS} ms`]: watched.toFixed(1),
      '% more': (more * 100).toFixed(2),
      '% more at the pace of the page': (asThePageAsks * 100).toFixed(2),
    });
    require(lookMs / PAGE_EVERY_MS < MAX_SHARE, 'the page takes too much of a processor');
    require(asThePageAsks < MAX_SHARE, 'calls take too much more beside the page');
  } finally {
    load.close();
  }
}

async function costOfLook(service: ServiceProcess, secret: string): Promise<number> {
  const before = service.cpuMs();
  for (let n = 0; n < LOOKS_ALONE; n++) await look(service.url, secret);
  return (service.cpuMs() - before) / LOOKS_ALONE;
}

async function watch(url: string, secret: string, until: number): Promise<void> {
  while (performance.now() < until) {
    await look(url, secret);
    await delay(Math.max(0, Math.min(LOOK_EVERY_MS, until - performance.now())));
  }
}

async function look(url: string, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${secret}` };
  for (const path of LOOK) {
    const response = await fetch(`${url}/operator/v1${path}`, { headers });
    await response.arrayBuffer();
    require(response.status === 200, `${path} was answered ${response.status}`);
  }
}

function lowQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2]!;
}
