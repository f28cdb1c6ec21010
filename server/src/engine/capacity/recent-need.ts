/** A peak of this age counts half. */
const HALF_LIFE_MS = 5000;

/**
 * How many slots live calls recently needed at once: rises immediately with every additional call, and falls
 * slowly.
 */
export class RecentNeed {
  #peak = 0;
  #atMs = 0;

  note(inUse: number): void {
    const nowMs = performance.now();
    this.#peak = Math.max(inUse, this.#decayed(nowMs));
    this.#atMs = nowMs;
  }

  /** Rounded to the nearest: rounded up, a peak would reserve one slot for ever, and an engine with one slot would run no batch again. */
  current(inUse: number): number {
    return Math.max(inUse, Math.round(this.#decayed(performance.now())));
  }

  #decayed(nowMs: number): number {
    return this.#peak * 2 ** ((this.#atMs - nowMs) / HALF_LIFE_MS);
  }
}
