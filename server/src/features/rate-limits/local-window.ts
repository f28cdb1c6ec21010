import type { Clock } from '#kit';
import type { MinuteLimits } from '#exchange';
import {
  longest,
  WINDOW_MS,
  type CountedCall,
  type MeasureCounts,
  type MinuteWindow,
  type TakeOutcome,
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

  take(inputTokens: number, limits: MinuteLimits): TakeOutcome {
    const nowMs = this.#clock.monotonicMs();
    const waits = {
      requests: this.#requests.waitMs(nowMs, 1, limits.requests),
      inputTokens: this.#inputTokens.waitMs(nowMs, inputTokens, limits.inputTokens),
      outputTokens: this.#outputTokens.waitMs(nowMs, 1, limits.outputTokens),
    };
    return longest(waits) ?? this.count(inputTokens);
  }

  release({ localTick, inputTokens }: CountedCall): void {
    this.#requests.subtract(localTick, 1);
    this.#inputTokens.subtract(localTick, inputTokens);
  }

  record(call: CountedCall, inputTokens: number, outputTokens: number): void {
    const nowMs = this.#clock.monotonicMs();
    if (inputTokens >= call.inputTokens) this.#inputTokens.add(nowMs, inputTokens - call.inputTokens);
    else this.#inputTokens.subtract(call.localTick, call.inputTokens - inputTokens);
    this.#outputTokens.add(nowMs, outputTokens);
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

  /** Counts a call without asking. */
  count(inputTokens: number): CountedCall {
    const nowMs = this.#clock.monotonicMs();
    this.#inputTokens.add(nowMs, inputTokens);
    return { inputTokens, localTick: this.#requests.add(nowMs, 1) };
  }
}
