import type { MarginPeriod } from '@svc/contract';
import { calendarDay, DAY_MS, toTimestamp } from '#kit';

const WEEK_MS = 7 * DAY_MS;
/** The first Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** One period and the start of the one before, milliseconds since 1970. */
export interface MarginSpan {
  readonly period: MarginPeriod;
  readonly startMs: number;
  readonly endMs: number;
  readonly beforeMs: number;
}

/** The day, week or month, in UTC, that a moment is in. Weeks begin on Monday. */
export function periodAt(period: MarginPeriod, atMs: number): MarginSpan {
  if (period === 'month') {
    const { year, month } = calendarDay(atMs);
    const [beforeMs, startMs, endMs] = [-1, 0, 1].map((more) => Date.UTC(year, month + more, 1));
    return { period, startMs: startMs!, endMs: endMs!, beforeMs: beforeMs! };
  }
  const [lengthMs, firstMs] = period === 'week' ? [WEEK_MS, MONDAY_MS] : [DAY_MS, 0];
  const startMs = Math.floor((atMs - firstMs) / lengthMs) * lengthMs + firstMs;
  return { period, startMs, endMs: startMs + lengthMs, beforeMs: startMs - lengthMs };
}

/** How much of it has passed, from 0 to 1: a period that runs is compared with so much of the one before. */
export function passedShare({ startMs, endMs }: MarginSpan, nowMs: number): number {
  return Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
}

/** The period as answers tell it. One that has not ended yet ends now. */
export function toPeriod({ period, startMs, endMs }: MarginSpan, nowMs: number) {
  const endingMs = Math.max(startMs, Math.min(endMs, nowMs));
  return { period, starting_at: toTimestamp(startMs), ending_at: toTimestamp(endingMs) };
}
