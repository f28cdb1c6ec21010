import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UsageSeries } from '@svc/contract';
import { bucketTicks } from '../../ui/chart/bucket-ticks.ts';
import { usageBuckets } from './usage-buckets.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-26T14:20:00Z');
const soFar = (label: string) => `${label}, so far`;

function bucketsOf(width: 'hour' | 'day' | 'week' | 'month', times: readonly string[]) {
  const usage = {
    buckets: times.slice(1).map((time, place) => ({ starting_at: times[place]!, ending_at: time })),
  } as unknown as UsageSeries;
  return usageBuckets(usage, width, NOW_MS, soFar);
}

function hours(from: string, count: number): string[] {
  return Array.from({ length: count + 1 }, (_, hour) =>
    new Date(Date.parse(from) + hour * HOUR_MS).toISOString(),
  );
}

describe('usageBuckets', () => {
  afterEach(() => vi.unstubAllEnvs());

  // Clocks are put back there on this day, and forward on the other.
  it.each(['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata', 'UTC'])(
    'are hours of UTC, each with a name of its own, in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      for (const day of ['2026-10-25T00:00:00Z', '2026-11-01T00:00:00Z', '2026-03-29T00:00:00Z']) {
        const buckets = bucketsOf('hour', hours(day, 24));
        expect(new Set(buckets.map(({ tick }) => tick)).size).toBe(24);
        expect(buckets[0]!.tick).toMatch(/^(00:00|12:00\sAM)$/);
        expect(buckets[13]!.label).toMatch(/13:00|1:00\sPM/);
      }
    },
  );

  it('have the day in their ticks where there are several', () => {
    const ticks = bucketsOf('hour', hours('2026-11-24T00:00:00Z', 48)).map(({ tick }) => tick);
    expect(new Set(ticks).size).toBe(48);
    expect(ticks[24]).toMatch(/25/);
    expect(bucketTicks(ticks, 20, 4).map((bucket) => bucket % 24)).toEqual([0, 6, 12, 18, 0, 6, 12, 18]);
  });

  it('are weeks and months by their days where the period cuts them off', () => {
    const weeks = bucketsOf('week', ['2026-11-04T00:00:00Z', '2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z']);
    expect(weeks[0]!.label).toMatch(/\b4\s?–\s?8\b/);
    expect(weeks[1]!.label).toMatch(/\b9\s?–\s?15\b/);
    const months = bucketsOf('month', [
      '2025-12-15T00:00:00Z',
      '2026-01-01T00:00:00Z',
      '2026-02-01T00:00:00Z',
      '2026-02-20T00:00:00Z',
    ]);
    expect(months.map(({ label }) => label)[1]).toBe('January 2026');
    expect(months[0]!.label).toMatch(/15\s?–\s?31/);
    expect(months[2]!.label).toMatch(/1\s?–\s?19/);
    expect(months.map(({ tick }) => tick)).toEqual(['Dec 2025', 'Jan 2026', 'Feb 2026']);
  });

  it('say which is not over', () => {
    const days = bucketsOf('day', ['2026-11-25T00:00:00Z', '2026-11-26T00:00:00Z', '2026-11-27T00:00:00Z']);
    expect(days.map(({ label }) => label.endsWith(', so far'))).toEqual([false, true]);
  });
});
