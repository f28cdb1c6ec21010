import type { Clock } from '#kit';
import type { MinuteLimits } from '#exchange';
import {
  longest,
  WINDOW_MS,
  type FullMeasure,
  type MeasureCounts,
  type MinuteWindow,
} from './minute-window.ts';
import { SlidingSum } from './sliding-sum.ts';

/** A minute's calls as this process alone knows them. */
export class LocalWindow implements MinuteWindow {
  readonly #clock: Clock;
  readonly #requests = new SlidingSum(WINDOW_MS);
  readonly #inputTokens = new SlidingSum(WINDOW_MS);
  readonly #outputTokens = new SlidingSum(WINDOW_MS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  take(inputTokens: number, limits: MinuteLimits): FullMeasure | undefined {
    const nowMs = this.#clock.monotonicMs();
    const waits = {
      requests: this.#requests.waitMs(nowMs, 1, limits.requests),
      inputTokens: this.#inputTokens.waitMs(nowMs, inputTokens, limits.inputTokens),
      outputTokens: this.#outputTokens.waitMs(nowMs, 1, limits.outputTokens),
    };
    if (waits.requests + waits.inputTokens + waits.outputTokens > 0) return longest(waits);
    this.#requests.add(nowMs, 1);
    this.#inputTokens.add(nowMs, inputTokens);
    return undefined;
  }

  giveBack(inputTokens: number): void {
    this.count(-1, -inputTokens, 0);
  }

  record(inputTokens: number, outputTokens: number): void {
    this.count(0, inputTokens, outputTokens);
  }

  readOwn(): MeasureCounts {
    const nowMs = this.#clock.monotonicMs();
    return {
      requests: this.#requests.total(nowMs),
      inputTokens: this.#inputTokens.total(nowMs),
      outputTokens: this.#outputTokens.total(nowMs),
    };
  }

  sweep(): boolean {
    const nowMs = this.#clock.monotonicMs();
    return [this.#requests, this.#inputTokens, this.#outputTokens].every((sum) => sum.idle(nowMs));
  }

  /** Counts without asking. */
  count(requests: number, inputTokens: number, outputTokens: number): void {
    const nowMs = this.#clock.monotonicMs();
    this.#requests.add(nowMs, requests);
    this.#inputTokens.add(nowMs, inputTokens);
    this.#outputTokens.add(nowMs, outputTokens);
  }
}
