import { describe, expect, it } from 'vitest';
import { median, nearestRank, Samples } from './samples.ts';

describe('Samples', () => {
  it('gives nearest-rank percentiles of everything added', () => {
    const samples = new Samples();
    for (let value = 100; value >= 1; value--) samples.add(value);
    expect(samples.percentiles()).toEqual({ p50: 50, p90: 90, p99: 99, max: 100 });
  });

  it('keeps more values than it starts with room for', () => {
    const samples = new Samples();
    for (let value = 0; value < 200_000; value++) samples.add(value);
    expect(samples.count).toBe(200_000);
    expect(samples.percentiles().max).toBe(199_999);
  });

  it('is 0 without values', () => {
    expect(new Samples().percentiles()).toEqual({ p50: 0, p90: 0, p99: 0, max: 0 });
    expect(median([])).toBe(0);
  });

  it('takes the only value for every percentile', () => {
    expect([0.01, 0.5, 0.99, 1].map((quantile) => nearestRank([7], quantile))).toEqual([7, 7, 7, 7]);
  });

  it('takes the mean of the middle two for a median of an even count', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([9, 1, 5])).toBe(5);
  });
});
