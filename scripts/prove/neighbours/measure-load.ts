import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { require } from '../proof.ts';
import { compareResponses, type Comparison } from './compare-responses.ts';
import { openLane } from './lane-probe.ts';
import type { Load, LoadTarget } from './load.ts';
import { withPair, type Pair, type Side } from './pair.ts';

/** A job of the measured tenant that takes longer is not waited for. */
export const MAX_LANE_MS = 10_000;
const WARM_UP_MS = 5000;
const LOAD_MS = 20_000;
/** From the first request of a load until it is in full swing, and what it needs for the first time is compiled. */
const RISE_MS = 4000;
const RSS_EVERY_MS = 50;

/** Answers are timed by the clock, turns of the event loop by the processor time of its thread. */
export interface Figures extends Comparison {
  /** Calls of the measured tenant beside the load that were not answered 200. */
  readonly failed: number;
  /** The longest turn of the loaded service's event loop. */
  readonly loopDelayMs: number;
  readonly quietLoopDelayMs: number;
  /** The most at a time that the load had under way. */
  readonly heldBytes: number;
  readonly moreBytes: number;
  readonly laneMs: number | undefined;
}

/** Puts a load on one of two services and compares them. */
export function measureLoad(load: Load): Promise<Figures> {
  return withPair(load, (pair) => measure(pair, load));
}

async function measure({ loaded, quiet }: Pair, load: Load): Promise<Figures> {
  const lane = load.lane && (await openLane(loaded.service.url, load.lane));
  await delay(WARM_UP_MS);
  const sender = new Sender(load, loaded.target);
  try {
    await sender.during(delay(RISE_MS));
    for (const { neighbour } of [loaded, quiet]) neighbour.takeResponses();
    const [sinceMs, failedBefore] = [Date.now(), loaded.neighbour.failed];
    const memory = new MemoryPeak(loaded);
    const laneMs = lane && Promise.race([lane.time(), delay(MAX_LANE_MS, Number.POSITIVE_INFINITY)]);
    await sender.during(delay(LOAD_MS));
    require(loaded.service.running, `${load.name}: the service ended:\n${loaded.service.output}`);
    return {
      ...compareResponses(quiet.neighbour.takeResponses(), loaded.neighbour.takeResponses()),
      failed: loaded.neighbour.failed - failedBefore,
      loopDelayMs: loaded.loop.longestSince(sinceMs),
      quietLoopDelayMs: quiet.loop.longestSince(sinceMs),
      moreBytes: memory.stop(),
      laneMs: await laneMs,
      heldBytes: await sender.stop(),
    };
  } finally {
    await sender.terminate();
  }
}

/** The load on a thread of its own. */
class Sender {
  readonly #worker: Worker;
  readonly #failure: Promise<never>;

  constructor({ name }: Load, target: LoadTarget) {
    this.#worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: { name, target } });
    this.#failure = once(this.#worker, 'error').then(([error]) => Promise.reject(error as Error));
    this.#failure.catch(() => undefined);
  }

  /** Rejects when the load fails meanwhile. */
  during(time: Promise<unknown>): Promise<unknown> {
    return Promise.race([this.#failure, time]);
  }

  /** Resolves with the most bytes that were held at a time. */
  async stop(): Promise<number> {
    this.#worker.postMessage('stop');
    const [bytes] = (await once(this.#worker, 'message')) as [number];
    return bytes;
  }

  terminate(): Promise<number> {
    return this.#worker.terminate();
  }
}

/** How much more memory than at the beginning a service takes at most. */
class MemoryPeak {
  readonly #startBytes: number;
  readonly #watch: NodeJS.Timeout;
  #mostBytes: number;

  constructor({ service }: Pick<Side, 'service'>) {
    this.#startBytes = this.#mostBytes = service.rssBytes();
    this.#watch = setInterval(() => {
      if (service.running) this.#mostBytes = Math.max(this.#mostBytes, service.rssBytes());
    }, RSS_EVERY_MS);
  }

  stop(): number {
    clearInterval(this.#watch);
    return this.#mostBytes - this.#startBytes;
  }
}
