import { calendarDay } from '#kit';

/** A stretch of time: from the start, included, to the end, excluded. Unix seconds, as the usage record holds them. */
export interface Period {
  readonly startS: number;
  readonly endS: number;
}

/** The calendar month, UTC, in which credit spend at `nowMs` counts (D-87). */
export function spendMonth(nowMs: number): Period {
  const { year, month } = calendarDay(nowMs);
  return { startS: Date.UTC(year, month, 1) / 1000, endS: Date.UTC(year, month + 1, 1) / 1000 };
}
