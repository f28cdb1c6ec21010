import { expect, it } from 'vitest';
import { countByClass, percentileOf, sumCounts } from './latency-classes.ts';

/** Spread over four powers of ten, without chance. */
const LATENCIES = Array.from({ length: 5000 }, (_, n) => Math.round(10 ** (((n * 7919) % 5000) / 1250)));

function exactly(latenciesMs: readonly number[], share: number): number {
  return latenciesMs.toSorted((a, b) => a - b)[Math.ceil(share * latenciesMs.length) - 1]!;
}

it('tells each percentile within a tenth, from one millisecond to half an hour', () => {
  const counts = countByClass(LATENCIES);
  for (let share = 0.01; share <= 1; share += 0.01) {
    const exact = exactly(LATENCIES, share);
    expect(Math.abs(percentileOf(counts, share)! - exact)).toBeLessThanOrEqual(Math.max(0.1 * exact, 1));
  }
  for (const ms of [0, 1, 2, 3, 5, 17, 1000, 60_000, 1_800_000])
    expect(Math.abs(percentileOf(countByClass([ms]), 0.5)! - ms)).toBeLessThanOrEqual(Math.max(0.1 * ms, 1));
});

it('adds up parts to what the whole is', () => {
  const parts = [0, 1, 2].map((part) => countByClass(LATENCIES.filter((_, n) => n % 3 === part)));
  expect(sumCounts(parts)).toEqual(countByClass(LATENCIES));
  expect(sumCounts(parts.toReversed())).toEqual(countByClass(LATENCIES));
});

it('has no percentile of nothing', () => {
  expect([percentileOf([], 0.5), percentileOf([0, 0], 0.99)]).toEqual([undefined, undefined]);
});
