import type { Traffic } from '@svc/contract';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import { Card } from '../../ui/page.tsx';
import { Stat } from '../../ui/stat.tsx';
import { formatDuration, formatPercent, formatRate } from '../../ui/text/format.ts';

const { figures } = words;

/** What is said first: how much, how well, how fast. */
export function TrafficFigures({ traffic: { total, current } }: { readonly traffic: Traffic }) {
  const { requests, errors, first_output: firstOutput, duration } = total;
  const rate = (perSecond: number | undefined) =>
    perSecond === undefined ? figures.none : formatRate(perSecond);
  const median = (latency: Traffic['total']['duration']) =>
    latency ? formatDuration(latency.p50_ms) : figures.none;
  return (
    <Card>
      <dl aria-label={figures.label} className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
        <Stat label={figures.requests} value={rate(current?.requests_per_second)} />
        <Stat label={figures.output} value={rate(current?.output_tokens_per_second)} />
        <Stat label={figures.input} value={rate(current?.input_tokens_per_second)} />
        <Stat
          label={figures.errors}
          value={requests === 0 ? figures.none : formatPercent(errors / requests)}
        />
        <Stat label={figures.firstOutput} value={median(firstOutput)} />
        <Stat label={figures.duration} value={median(duration)} />
      </dl>
    </Card>
  );
}
