import type { UsageSeries } from '@svc/contract';
import type { ChartSeries } from '../../ui/chart/chart-data.ts';
import { COLOURS } from '../../ui/chart/series-fills.ts';
import { sumUsd } from '../../api/sum-usd.ts';

type Series = UsageSeries['series'][number];

/** No group has this name. */
const OTHER = ' other';

/** The largest groups first, and what is left of the others as one: as many as there are colours. */
export function chartSeries(
  { series }: UsageSeries,
  nameOf: (one: Series) => string,
): readonly ChartSeries[] {
  if (series.length <= COLOURS) return series.map((one) => toChartSeries(one, nameOf));
  const rest = series.slice(COLOURS - 1);
  const other: Series = {
    group: null,
    name: null,
    is_other: true,
    amounts: rest[0]!.amounts.map((_, bucket) => sumUsd(rest.map(({ amounts }) => amounts[bucket] ?? '0'))),
    total: sumUsd(rest.map(({ total }) => total)),
    before: sumUsd(rest.map(({ before }) => before)),
  };
  return [...series.slice(0, COLOURS - 1), other].map((one) => toChartSeries(one, nameOf));
}

function toChartSeries(one: Series, nameOf: (one: Series) => string): ChartSeries {
  return { id: seriesId(one), label: nameOf(one), amounts: one.amounts, before: one.before };
}

export function seriesId({ group, is_other: isOther }: Series): string {
  return isOther ? OTHER : (group ?? '');
}
