import { sumUsd } from '../../api/sum-usd.ts';
import type { ChartBucket, ChartSeries } from './chart-data.ts';

export interface TableRow {
  readonly bucket: ChartBucket;
  /** In the order of the series. */
  readonly amounts: readonly string[];
  readonly total: string;
}

/** What the bars show as exact numbers, the latest first. */
export function tableRows(
  buckets: readonly ChartBucket[],
  series: readonly ChartSeries[],
): readonly TableRow[] {
  return buckets
    .map((bucket, position) => {
      const amounts = series.map((one) => one.amounts[position] ?? '0');
      return { bucket, amounts, total: sumUsd(amounts) };
    })
    .toReversed();
}

export function totalOf({ amounts }: ChartSeries): string {
  return sumUsd(amounts);
}
