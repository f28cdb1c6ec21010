import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import type { ServiceProcess } from '../deployment/service-process.ts';
import { send } from '../measure/load.ts';
import type { Timed } from '../neighbours/compare-responses.ts';
import { percentile } from '../proof.ts';

const CALLS_PER_SECOND = 50;

type CalledService = Pick<ServiceProcess, 'url' | 'queuedMs'>;

/**
 * Another tenant, who calls at a steady rate and notes how long each answer takes: by the clock, less the time in which the service was
 * ready to work and the machine gave its processors to others.
 */
export class Neighbour {
  readonly #service: CalledService;
  readonly #everyMs: number;
  readonly #calls = new Set<Promise<void>>();
  #stopped = false;
  readonly #responses: Timed[] = [];
  failed = 0;

  constructor(service: CalledService, callsPerSecond = CALLS_PER_SECOND) {
    this.#service = service;
    this.#everyMs = 1000 / callsPerSecond;
    void this.#run();
  }

  /** Milliseconds below which so large a share of the answers came since this was last asked. */
  take(): { readonly calls: number; readonly p50: number; readonly p99: number } {
    const elapsed = this.takeResponses().map(({ elapsedMs }) => elapsedMs);
    return { calls: elapsed.length, p50: percentile(elapsed, 0.5), p99: percentile(elapsed, 0.99) };
  }

  /** The calls that were answered since this was last asked. */
  takeResponses(): readonly Timed[] {
    return this.#responses.splice(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#calls);
  }

  /** By the clock, and not one after the other: whoever waits for answers calls less when they are slow. */
  async #run(): Promise<void> {
    for (let nextMs = performance.now(); !this.#stopped; nextMs += this.#everyMs) {
      await delay(Math.max(0, nextMs - performance.now()));
      const [startedAtMs, queuedMs] = [performance.now(), this.#service.queuedMs()];
      const call = send({ url: this.#service.url, key: MAIN_KEY, stream: false }).then(
        ({ status, elapsedMs }) => {
          const waitedMs = this.#service.queuedMs() - queuedMs;
          this.#responses.push({ startedAtMs, elapsedMs: elapsedMs - waitedMs, clockMs: elapsedMs });
          if (status !== 200) this.failed++;
          this.#calls.delete(call);
        },
      );
      this.#calls.add(call);
    }
  }
}
