import { DAY_MS } from '../../api/day-range.ts';
import { formatDay, formatDayShort } from '../text/format-time.ts';
import type { ChartBucket } from './chart-data.ts';

/** A day of UTC as a bar. */
export function dayBucket(dayMs: number): ChartBucket {
  return {
    startMs: dayMs,
    endMs: dayMs + DAY_MS,
    label: formatDay(dayMs),
    tick: formatDayShort(dayMs),
  };
}
