import { describe, expect, it } from 'vitest';
import type { UsageSeries } from '@svc/contract';
import { chartSeries } from './chart-series.ts';

type Series = UsageSeries['series'][number];

function usageOf(series: readonly Partial<Series>[]): UsageSeries {
  return {
    type: 'usage_series',
    measure: 'cost',
    group_by: 'model',
    buckets: [],
    series: series.map((one) => ({
      group: null,
      name: null,
      is_other: false,
      amounts: ['0'],
      total: '0',
      before: '0',
      ...one,
    })),
    total: '0',
    before: { starting_at: '', ending_at: '', total: '0' },
  };
}
const nameOf = ({ group, is_other: isOther }: Series) => (isOther ? 'Other' : (group ?? 'None'));

describe('chartSeries', () => {
  it('are the groups as they come, while there are colours', () => {
    const usage = usageOf([
      { group: 'a', amounts: ['0.3', '1'], before: '2' },
      { amounts: ['0', '0.1'], before: '0' },
    ]);
    expect(chartSeries(usage, nameOf)).toEqual([
      { id: 'a', label: 'a', amounts: ['0.3', '1'], before: '2' },
      { id: '', label: 'None', amounts: ['0', '0.1'], before: '0' },
    ]);
  });

  it('puts what has no colour left into one, and loses nothing', () => {
    const usage = usageOf(
      Array.from({ length: 10 }, (_, place) => ({
        group: `g${place}`,
        amounts: [`${10 - place}.000000001`, '1'],
        before: '0.1',
      })),
    );
    const series = chartSeries(usage, nameOf);
    expect(series.map(({ label }) => label)).toEqual(['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'Other']);
    expect(series.at(-1)).toMatchObject({ amounts: ['10.000000004', '4'], before: '0.4' });
  });

  it('adds the others of the answer to that one', () => {
    const usage = usageOf([
      ...Array.from({ length: 7 }, (_, place) => ({ group: `g${place}`, amounts: ['2'] })),
      { is_other: true, amounts: ['5'] },
    ]);
    expect(chartSeries(usage, nameOf).at(-1)).toMatchObject({ id: ' other', amounts: ['7'] });
  });
});
