import type { UsageSeries } from '@svc/contract';
import { usageStrings as words } from '../../strings/usage.ts';
import { toCsv } from '../../ui/text/to-csv.ts';

/** Every amount that is not nothing, exactly, in the order of time. */
export function usageCsv(
  { buckets, series }: UsageSeries,
  nameOf: (one: UsageSeries['series'][number]) => string,
): string {
  const lines = buckets.flatMap(({ starting_at: from, ending_at: to }, bucket) =>
    series.flatMap((one) => {
      const amount = one.amounts[bucket] ?? '0';
      return Number(amount) === 0 ? [] : [[from, to, one.group ?? '', nameOf(one), amount]];
    }),
  );
  return toCsv([words.csvHead, ...lines]);
}
