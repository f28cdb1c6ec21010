import { useMemo } from 'react';
import type { Traffic } from '@svc/contract';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import { searchNames } from '../../strings/search-names.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartBucket, ChartUnit } from '../../ui/chart/chart-data.ts';
import { Card } from '../../ui/page.tsx';
import { formatDuration } from '../../ui/text/format.ts';
import type { Percentile } from './operator-now-route.ts';

const { charts } = words;
const duration = (amount: string) => formatDuration(Number(amount));
const durations: ChartUnit = {
  exact: duration,
  short: duration,
  tick: (value) => formatDuration(value),
  isWhole: true,
};

interface LatencyChartProps {
  readonly traffic: Traffic;
  readonly buckets: readonly ChartBucket[];
  readonly kind: 'first_output' | 'duration';
  readonly percentile: Percentile;
}

/** One percentile at each point, and all three of the whole time above: percentiles cannot be stacked or added. */
export function LatencyChart({ traffic: { points, total }, buckets, kind, percentile }: LatencyChartProps) {
  const title = kind === 'duration' ? charts.duration : charts.firstOutput;
  const series = useMemo(
    () => [
      {
        id: percentile,
        label: charts.latency,
        amounts: points.map((point) => String(point[kind]?.[percentile] ?? 0)),
      },
    ],
    [points, kind, percentile],
  );
  const latency = total[kind];
  return (
    <Card>
      <Chart
        title={title(searchNames.percentiles[percentile])}
        buckets={buckets}
        series={series}
        unit={durations}
        headline={
          latency
            ? charts.latencies(
                formatDuration(latency.p50_ms),
                formatDuration(latency.p95_ms),
                formatDuration(latency.p99_ms),
              )
            : charts.noLatencies
        }
      />
    </Card>
  );
}
