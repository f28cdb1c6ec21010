import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { useMemo } from 'react';
import { usageOptions, type UsageQuestion, type UsageReport, type UsageRow } from '../../api/usage.ts';
import { usageStrings as words } from '../../strings/usage.ts';
import { Button } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartBucket } from '../../ui/chart/chart-data.ts';
import { counts, dollars } from '../../ui/chart/chart-unit.ts';
import { DAY_MS, daysOf } from '../../ui/text/day-range.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { formatDay, formatDayShort } from '../../ui/text/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toCsv } from '../../ui/text/to-csv.ts';
import { toSeries, type DailySeries } from './daily-series.ts';
import { NoPriceNotice } from './no-price-notice.tsx';
import { UsageControls } from './usage-controls.tsx';
import { usageRoute } from './usage-route.ts';
import { useGroupNames } from './use-group-names.ts';

/** The longest time the page asks for. */
const MOST_DAYS = 731;

export function UsagePage() {
  const question = usageRoute.useLoaderDeps();
  const days = daysOf(question).length;
  return (
    <Page title={words.title} lead={words.lead}>
      <UsageControls question={question} />
      {days > 0 && days <= MOST_DAYS ? (
        <Answer question={question} />
      ) : (
        <Notice tone="warn">{words.tooLong}</Notice>
      )}
    </Page>
  );
}

function Answer({ question }: { readonly question: UsageQuestion }) {
  const { data: report, error, refetch, isPlaceholderData } = useQuery(usageOptions(question));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!report) return <Skeleton className="h-80" />;
  if (report.rows.length === 0) {
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
      <Report {...report} />
    </div>
  );
}

function Report({ question, rows }: UsageReport) {
  const { measure, by, from, to } = question;
  const daysMs = useMemo(() => daysOf({ from, to }), [from, to]);
  const series = useMemo(() => toSeries(rows, daysMs), [rows, daysMs]);
  const nameOf = useGroupNames(by, series);
  const buckets = useMemo(() => daysMs.map(toBucket), [daysMs]);
  const drawn = useMemo(
    () => series.map(({ group, amounts }) => ({ id: idOf(group), label: nameOf(group), amounts })),
    [series, nameOf],
  );
  const isFree = measure === 'cost' && series.every(({ total }) => total === '0');
  return (
    <div className="flex flex-col gap-6">
      {isFree && <NoPriceNotice />}
      <Card>
        <Chart
          title={words.chart(words.measures[measure], words.byNames[by])}
          buckets={buckets}
          series={drawn}
          unit={measure === 'cost' ? dollars : counts}
        />
      </Card>
      <div className="flex justify-end">
        <Button
          icon={Download}
          onClick={() => saveFile(words.csvName(measure, from, to), 'text/csv', csvOf(rows, nameOf))}
        >
          {words.csv}
        </Button>
      </div>
    </div>
  );
}

function toBucket(dayMs: number): ChartBucket {
  return {
    startMs: dayMs,
    endMs: dayMs + DAY_MS,
    label: formatDay(dayMs),
    tick: formatDayShort(dayMs),
  };
}

/** No group has these names. */
function idOf(group: DailySeries['group']): string {
  return group ?? (group === null ? ' none' : ' other');
}

function csvOf(rows: readonly UsageRow[], nameOf: (group: string | null) => string): string {
  const lines = rows.map(({ dayMs, group, amount }) => [
    new Date(dayMs).toISOString().slice(0, 10),
    group ?? '',
    nameOf(group),
    amount,
  ]);
  return toCsv([words.csvHead, ...lines]);
}
