import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import { send } from '../measure/load.ts';
import { percentile } from '../proof.ts';

const CALLS_PER_SECOND = 50;

/** Another tenant, who calls at a steady rate and notes how long each answer takes. */
export class Neighbour {
  readonly #url: string;
  readonly #everyMs: number;
  readonly #calls = new Set<Promise<void>>();
  #stopped = false;
  #elapsedMs: number[] = [];
  failed = 0;

  constructor(url: string, callsPerSecond = CALLS_PER_SECOND) {
    this.#url = url;
    this.#everyMs = 1000 / callsPerSecond;
    void this.#run();
  }

  /** Milliseconds below which so large a share of the answers came since this was last asked. */
  take(): { readonly calls: number; readonly p50: number; readonly p99: number } {
    const elapsed = this.#elapsedMs;
    this.#elapsedMs = [];
    return { calls: elapsed.length, p50: percentile(elapsed, 0.5), p99: percentile(elapsed, 0.99) };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#calls);
  }

  /** By the clock, and not one after the other: whoever waits for answers calls less when they are slow. */
  async #run(): Promise<void> {
    for (let nextMs = performance.now(); !this.#stopped; nextMs += this.#everyMs) {
      await delay(Math.max(0, nextMs - performance.now()));
      const call = send({ url: this.#url, key: MAIN_KEY, stream: false }).then(({ status, elapsedMs }) => {
        this.#elapsedMs.push(elapsedMs);
        if (status !== 200) this.failed++;
        this.#calls.delete(call);
      });
      this.#calls.add(call);
    }
  }
}
