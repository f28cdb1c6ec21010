import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import type { Traffic } from '@svc/contract';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { counts } from '../../ui/chart/chart-unit.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card } from '../../ui/page.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { LatencyTable } from './latency-table.tsx';
import type { Percentile } from './operator-now-route.ts';
import { TrafficFigures } from './traffic-figures.tsx';
import { errorSeries, trafficBuckets, trafficSeries } from './traffic-series.ts';

interface TrafficReportProps {
  readonly traffic: Traffic;
  /** The same by how calls ended. */
  readonly codes: Traffic;
  readonly latency: Percentile;
}

/** Numbers above, charts below. */
export function TrafficReport({ traffic, codes, latency }: TrafficReportProps) {
  const { group_by: split, total } = traffic;
  const buckets = useMemo(() => trafficBuckets(traffic), [traffic]);
  const requests = useMemo(() => trafficSeries(traffic, 'requests'), [traffic]);
  const tokens = useMemo(() => trafficSeries(traffic, 'tokens'), [traffic]);
  const errors = useMemo(() => errorSeries(codes), [codes]);
  const by = words.by[split];
  return (
    <div className="flex flex-col gap-6">
      <TrafficFigures traffic={traffic} />
      {total.requests === 0 ? (
        <EmptyState icon={Activity} title={words.empty.title}>
          {traffic.span === '90d' ? words.empty.text : words.empty.inSpan}
        </EmptyState>
      ) : (
        <>
          {/* What is hidden of one split is no matter of another, whose groups may have the same ids. */}
          <div key={split} className="grid grid-cols-1 gap-6 lg:grid-cols-2">
            <Card>
              <Chart title={words.charts.requests(by)} buckets={buckets} series={requests} unit={counts} />
            </Card>
            <Card>
              <Chart title={words.charts.tokens(by)} buckets={buckets} series={tokens} unit={counts} />
            </Card>
            <LatencyChart traffic={traffic} buckets={buckets} kind="first_output" percentile={latency} />
            <LatencyChart traffic={traffic} buckets={buckets} kind="duration" percentile={latency} />
          </div>
          {errors.length > 0 ? (
            <Card>
              <Chart title={words.charts.errors} buckets={buckets} series={errors} unit={counts} />
            </Card>
          ) : (
            <Card title={words.charts.errors}>
              <p className="text-quiet">{words.noErrors}</p>
            </Card>
          )}
          <LatencyTable traffic={traffic} />
        </>
      )}
    </div>
  );
}
