import type { UsageSeries } from '@svc/contract';
import type { BucketWidth } from '../../api/usage.ts';
import type { ChartBucket } from '../../ui/chart/chart-data.ts';
import {
  formatDay,
  formatDayRange,
  formatDayShort,
  formatHour,
  formatHourShort,
  formatUtcMonth,
  formatUtcMonthShort,
} from '../../ui/text/format-time.ts';
import { DAY_MS } from '../../api/day-range.ts';

type Writing = Readonly<Record<'label' | 'tick', (startMs: number, endMs: number) => string>>;

/** By the width of buckets. All are of UTC, wherever the browser is. */
const WRITINGS: Readonly<Record<BucketWidth, Writing>> = {
  hour: { label: formatHour, tick: formatHourShort },
  day: { label: formatDay, tick: formatDayShort },
  week: { label: formatDays, tick: formatDayShort },
  month: { label: formatMonths, tick: formatUtcMonthShort },
};

/** The bars of an answer. `soFar`: what is said of one that is not over. */
export function usageBuckets(
  { buckets }: UsageSeries,
  width: BucketWidth,
  nowMs: number,
  soFar: (label: string) => string,
): readonly ChartBucket[] {
  const { label, tick } = WRITINGS[width];
  const times = buckets.map(
    ({ starting_at: from, ending_at: to }) => [Date.parse(from), Date.parse(to)] as const,
  );
  const isOneDay = times.length > 0 && times.at(-1)![1] - times[0]![0] <= DAY_MS;
  return times.map(([startMs, endMs]) => {
    const name = label(startMs, endMs);
    return {
      startMs,
      endMs,
      label: startMs <= nowMs && nowMs < endMs ? soFar(name) : name,
      tick:
        width === 'hour' && !isOneDay
          ? `${formatDayShort(startMs)}, ${tick(startMs, endMs)}`
          : tick(startMs, endMs),
    };
  });
}

function formatDays(startMs: number, endMs: number): string {
  return formatDayRange(dayOf(startMs), dayOf(endMs - DAY_MS));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A month that the period cuts off is told by its days. */
function formatMonths(startMs: number, endMs: number): string {
  const date = new Date(startMs);
  const nextMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return date.getUTCDate() === 1 && endMs === nextMs ? formatUtcMonth(startMs) : formatDays(startMs, endMs);
}
