import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { UsageSeries } from '@svc/contract';
import { DAY_MS, daysOf, lastDays, type DayRange } from './day-range.ts';
import { call } from './console-api.ts';

export type Measure = UsageSeries['measure'];
/** What usage is split by. */
export type Dimension = NonNullable<UsageSeries['group_by']>;
export type BucketWidth = 'hour' | 'day' | 'week' | 'month';

export interface UsageQuestion extends DayRange {
  readonly measure: Measure;
  readonly by: Dimension;
}

/** An answer knows its question: while the next one is awaited it stands for itself, in its own units. */
export interface UsageReport {
  readonly question: UsageQuestion;
  readonly usage: UsageSeries;
}

const MAX_HOURLY_DAYS = 2;
const MAX_DAILY_DAYS = 92;
const MAX_WEEKLY_DAYS = 366;

/** As fine as the bars can still be told apart. */
export function bucketOf(range: DayRange): BucketWidth {
  const days = daysOf(range).length;
  if (days <= MAX_HOURLY_DAYS) return 'hour';
  if (days <= MAX_DAILY_DAYS) return 'day';
  return days <= MAX_WEEKLY_DAYS ? 'week' : 'month';
}

/** All of them are in the table and in the file; the chart has the largest. */
const MAX_SERIES = 100;
const LIVE_MS = 30_000;
/** Of a year more is read, and a minute more changes less. */
const LONG_LIVE_MS = 300_000;

export function usageOptions(question: UsageQuestion) {
  const { from, to, measure, by } = question;
  const bucket = bucketOf(question);
  const isOver = to < lastDays(1).from;
  const liveMs = bucket === 'hour' || bucket === 'day' ? LIVE_MS : LONG_LIVE_MS;
  return queryOptions({
    queryKey: ['usage', question],
    placeholderData: keepPreviousData,
    refetchInterval: isOver ? false : liveMs,
    queryFn: async ({ signal }): Promise<UsageReport> => ({
      question,
      usage: await call('reportUsageSeries', {
        signal,
        query: {
          starting_at: new Date(from).toISOString(),
          ending_at: new Date(Date.parse(to) + DAY_MS).toISOString(),
          bucket,
          measure,
          group_by: by,
          most_series: MAX_SERIES,
        },
      }),
    }),
  });
}
