import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { UsageSeries } from '@svc/contract';
import { bucketOf, usageOptions, type UsageQuestion, type UsageReport } from '../../api/usage.ts';
import { usageStrings as words } from '../../strings/usage.ts';
import { Button } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import { counts, dollars } from '../../ui/chart/chart-unit.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { daysOf } from '../../api/day-range.ts';
import { chartSeries } from './chart-series.ts';
import { groupName } from './group-name.ts';
import { NoPriceNotice } from './no-price-notice.tsx';
import { UsageBreakdown } from './usage-breakdown.tsx';
import { usageBuckets } from './usage-buckets.ts';
import { UsageControls } from './usage-controls.tsx';
import { usageCsv } from './usage-csv.ts';
import { usageRoute } from './usage-route.ts';

/** The longest time the page asks for. */
const MAX_DAYS = 731;

export function UsagePage() {
  const question = usageRoute.useLoaderDeps();
  const days = daysOf(question).length;
  return (
    <Page lead={words.lead}>
      <UsageControls question={question} />
      {question.by === 'status' && <p className="text-[13px] text-quiet">{words.byStatus}</p>}
      {days > 0 && days <= MAX_DAYS ? (
        <UsageSection question={question} />
      ) : (
        <Notice tone="warn">{words.tooLong}</Notice>
      )}
    </Page>
  );
}

function UsageSection({ question }: { readonly question: UsageQuestion }) {
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(usageOptions(question));
  // What was there stays when it cannot be refreshed.
  if (error && (!data || isPlaceholderData))
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80" />;
  if (data.usage.series.length === 0) {
    return (
      <EmptyState icon={ChartColumn} title={words.empty.title}>
        {words.empty.text}
      </EmptyState>
    );
  }
  // What was there stays until the new is, under its own name and in its own units; it is dimmed, so that
  // nobody takes it for the answer.
  return (
    <div className={isPlaceholderData ? 'opacity-50' : undefined}>
      <Report report={data} readMs={dataUpdatedAt} />
    </div>
  );
}

function Report({ report, readMs }: { readonly report: UsageReport; readonly readMs: number }) {
  const { usage, question } = report;
  const { measure, by, from, to } = question;
  const width = bucketOf(question);
  const unit = measure === 'cost' ? dollars : counts;
  const nameOf = useCallback((one: UsageSeries['series'][number]) => groupName(by, one), [by]);
  const buckets = useMemo(() => usageBuckets(usage, width, readMs, words.soFar), [usage, width, readMs]);
  const series = useMemo(() => chartSeries(usage, nameOf), [usage, nameOf]);
  const isFree = measure === 'cost' && Number(usage.total) === 0;
  return (
    <div className="flex flex-col gap-6">
      {isFree && <NoPriceNotice />}
      <Card>
        {/* What is hidden of one split is no matter of another, whose groups may have the same ids. */}
        <Chart
          key={by}
          title={words.chart(words.measures[measure], width, by)}
          buckets={buckets}
          series={series}
          unit={unit}
          comparedWith={words.before(daysOf(question).length, isWhole(usage))}
        />
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-[15px] font-semibold">{words.breakdown(by)}</h2>
        <Button
          icon={Download}
          onClick={() => saveFile(words.csvName(measure, from, to), 'text/csv', usageCsv(usage, nameOf))}
        >
          {words.csv}
        </Button>
      </div>
      <UsageBreakdown usage={usage} by={by} nameOf={nameOf} unit={unit} />
    </div>
  );
}

/** Whether the period before was compared to its end. */
function isWhole({ buckets, before }: UsageSeries): boolean {
  return before.ending_at === buckets[0]?.starting_at;
}
