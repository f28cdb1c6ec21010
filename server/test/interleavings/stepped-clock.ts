import type { Clock } from '#kit';

/**
 * Stands still until it is moved. Each read of its monotonic side takes a microsecond, so that no two moments
 * are equal.
 */
export class SteppedClock implements Clock {
  #nowMs: number;
  #elapsedMs = 1_000_000;
  #offsetMs = 0;
  readonly #listeners = new Set<() => void | Promise<void>>();

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly monotonicMs = (): number => (this.#elapsedMs += 0.001);

  readonly offsetMs = (): number => this.#offsetMs;

  readonly onAdvance = (listener: () => void | Promise<void>): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async advance(byMs: number): Promise<void> {
    this.#nowMs += byMs;
    this.#elapsedMs += byMs;
    this.#offsetMs += byMs;
    for (const listener of this.#listeners) await listener();
  }

  /** Moves only the time of day back, like a wrong clock that is corrected. */
  goBack(byMs: number): void {
    this.#nowMs -= byMs;
  }
}
