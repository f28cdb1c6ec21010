import type { RequestsResult } from './job.ts';
import type { ResponseLog } from './request-connection.ts';
import { Samples } from './samples.ts';

/** Collects the answers that ended within the measured time: after the warm-up, for `durationMs`. */
export class RequestLog implements ResponseLog {
  readonly finished: Promise<void>;
  readonly #latenciesMs = new Samples();
  readonly #fromMs: number;
  readonly #toMs: number;
  #refused = 0;
  #broken = 0;

  constructor(warmupMs: number, durationMs: number) {
    this.#fromMs = performance.now() + warmupMs;
    this.#toMs = this.#fromMs + durationMs;
    this.finished = new Promise((resolve) => setTimeout(resolve, warmupMs + durationMs));
  }

  onResponse(status: number, startMs: number): void {
    const nowMs = performance.now();
    if (nowMs < this.#fromMs || nowMs > this.#toMs) return;
    if (status === 200) this.#latenciesMs.add(nowMs - startMs);
    else this.#refused++;
  }

  /** Counted even during the warm-up: a contender that drops connections has no honest figure. */
  broke(): void {
    this.#broken++;
  }

  result(unanswered: number): RequestsResult {
    const requests = this.#latenciesMs.count;
    return {
      kind: 'requests',
      requests,
      requestsPerSecond: (requests * 1000) / (this.#toMs - this.#fromMs),
      refused: this.#refused,
      broken: this.#broken,
      unanswered,
      latencyMs: this.#latenciesMs.percentiles(),
    };
  }
}
