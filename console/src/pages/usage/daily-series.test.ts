import { describe, expect, it } from 'vitest';
import { daysOf } from '../../ui/text/day-range.ts';
import { toSeries } from './daily-series.ts';

const DAYS = daysOf({ from: '2026-11-20', to: '2026-11-22' });
const row = (day: number, group: string | null, amount: string) => ({ dayMs: DAYS[day]!, group, amount });

describe('toSeries', () => {
  it('has an amount for every day, exact, the largest group first', () => {
    const rows = [row(0, 'a', '0.1'), row(0, 'a', '0.2'), row(2, null, '5'), row(1, 'a', '1')];
    expect(toSeries(rows, DAYS)).toEqual([
      { group: null, amounts: ['0', '0', '5'], total: '5' },
      { group: 'a', amounts: ['0.3', '1', '0'], total: '1.3' },
    ]);
  });

  it('puts what has no colour left into one, and loses nothing', () => {
    const rows = Array.from({ length: 10 }, (_, group) => row(1, `g${group}`, String(10 - group)));
    const series = toSeries(rows, DAYS);
    expect(series.map(({ total }) => total)).toEqual(['10', '9', '8', '7', '6', '5', '10']);
    expect(series.at(-1)?.group).toBeUndefined();
  });
});
