import type { MarginPeriod } from '../../api/operator-margins.ts';
import { DAY_MS } from '../../api/day-range.ts';
import { formatDay, formatDayRange, formatUtcMonth } from '../../ui/text/format-time.ts';

/** How many periods can be chosen, the one that runs included. */
const CHOICES: Readonly<Record<MarginPeriod, number>> = { day: 31, week: 13, month: 13 };
/** The first Monday since 1970: weeks begin on Mondays. */
const MONDAY_MS = 4 * DAY_MS;

export interface MarginChoice {
  /** The first day of a period, `2026-11-01`. */
  readonly start: string;
  readonly name: string;
}

/** Periods of UTC, the one that runs first. */
export function marginTimes(period: MarginPeriod, nowMs: number): readonly MarginChoice[] {
  return Array.from({ length: CHOICES[period] }, (_, back) => {
    const startMs = startOf(period, nowMs, back);
    return { start: dateOf(startMs), name: nameOf(period, startMs) };
  });
}

function startOf(period: MarginPeriod, nowMs: number, back: number): number {
  if (period === 'month') {
    const now = new Date(nowMs);
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
  }
  const [lengthMs, firstMs] = period === 'week' ? [7 * DAY_MS, MONDAY_MS] : [DAY_MS, 0];
  return (Math.floor((nowMs - firstMs) / lengthMs) - back) * lengthMs + firstMs;
}

function nameOf(period: MarginPeriod, startMs: number): string {
  if (period === 'month') return formatUtcMonth(startMs);
  if (period === 'day') return formatDay(startMs);
  return formatDayRange(dateOf(startMs), dateOf(startMs + 6 * DAY_MS));
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
