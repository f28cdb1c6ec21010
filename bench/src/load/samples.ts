import type { Percentiles } from './job.ts';

const FIRST_CAPACITY = 1 << 16;

/** Every measured value is kept, so percentiles are exact and no bucket width has to be explained. */
export class Samples {
  #values = new Float64Array(FIRST_CAPACITY);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
  }

  percentiles(): Percentiles {
    const sorted = this.#values.subarray(0, this.#count).toSorted();
    return {
      p50: nearestRank(sorted, 0.5),
      p90: nearestRank(sorted, 0.9),
      p99: nearestRank(sorted, 0.99),
      max: nearestRank(sorted, 1),
    };
  }
}

/** The nearest-rank percentile of values in ascending order; 0 when there are none. */
export function nearestRank(sorted: ArrayLike<number>, quantile: number): number {
  if (sorted.length === 0) return 0;
  const rank = Math.max(1, Math.ceil(quantile * sorted.length));
  return sorted[Math.min(rank, sorted.length) - 1] ?? 0;
}

/** The middle value, or the mean of the two middle ones; 0 when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
