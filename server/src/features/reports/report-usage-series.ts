import type { UsageSeries, UsageSeriesQuery } from '@svc/contract';
import { nanosToDecimal } from '#config';
import type { AccessScope } from '#features/module';
import { toTimestamp } from '#kit';
import { seriesSpan } from './series-span.ts';
import { findGroupNames, type NameAccess } from './store/group-names.ts';
import { sumSeries, type SeriesSum } from './store/usage-series.ts';

/** Usage or cost as a chart draws it: the largest groups by time, the others as one, and the period before. */
export async function reportUsageSeries(
  scope: AccessScope,
  query: UsageSeriesQuery,
  nameAccess: NameAccess,
  nowMs: number,
): Promise<UsageSeries> {
  const { bucket, measure, group_by: grouping } = query;
  const span = seriesSpan(query, nowMs);
  const sums = await sumSeries(scope, span, { bucket, measure, grouping, mostSeries: query.most_series });
  const write = measure === 'cost' ? nanosToDecimal : String;
  const groups = [...Map.groupBy(sums, ({ group }) => group)].map(([group, own]) => ({
    group,
    ...addUp(own, span.starts),
  }));
  const names = await findGroupNames(
    scope.organization,
    grouping,
    groups.flatMap(({ group }) => group ?? []),
    nameAccess,
  );
  const totalOf = (name: 'total' | 'before') => write(groups.reduce((sum, one) => sum + one[name], 0n));
  return {
    type: 'usage_series',
    measure,
    group_by: grouping ?? null,
    buckets: span.starts.map((startMs, place) => ({
      starting_at: toTimestamp(startMs),
      ending_at: toTimestamp(span.starts[place + 1] ?? span.endMs),
    })),
    series: groups.map(({ group, amounts, total, before }) => ({
      group: group || null,
      name: names.get(group ?? '') ?? null,
      is_other: group === null,
      amounts: amounts.map(write),
      total: write(total),
      before: write(before),
    })),
    total: totalOf('total'),
    before: {
      starting_at: toTimestamp(span.before.startMs),
      ending_at: toTimestamp(span.before.endMs),
      total: totalOf('before'),
    },
  };
}

/** Whole numbers of any size: nano-dollars of a large organization are more than a number can count. */
function addUp(sums: readonly SeriesSum[], starts: readonly number[]) {
  const amounts = starts.map(() => 0n);
  let before = 0n;
  for (const { starts_at: atMs, amount } of sums) {
    if (atMs === null) before += BigInt(amount);
    // The first bucket may begin amid its week or month.
    else amounts[Math.max(0, starts.indexOf(atMs))]! += BigInt(amount);
  }
  return { amounts, before, total: amounts.reduce((sum, amount) => sum + amount, 0n) };
}
