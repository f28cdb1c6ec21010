import { calendarDay } from '#kit';

/** A stretch of time: from the start, included, to the end, excluded. Unix seconds, as the usage record holds them. */
export interface Period {
  readonly startS: number;
  readonly endS: number;
}

const DAY_S = 86_400;
/** 1970-01-01 was a Thursday, in ISO 8601 day 4. */
const FIRST_WEEKDAY = 4;

/** The month around `nowMs` that begins, at 00:00 UTC, on the subscription's day or the last there is (D-83). */
export function billingMonth(subscribedAtMs: number, nowMs: number): Period {
  const { day } = calendarDay(subscribedAtMs);
  const today = calendarDay(nowMs);
  const month = today.year * 12 + today.month;
  const startS = startOfBillingMonth(month, day);
  return nowMs / 1000 < startS
    ? { startS: startOfBillingMonth(month - 1, day), endS: startS }
    : { startS, endS: startOfBillingMonth(month + 1, day) };
}

/** `month` counts from year 0. */
function startOfBillingMonth(month: number, day: number): number {
  const year = Math.floor(month / 12);
  const { day: lastDay } = calendarDay(Date.UTC(year, (month % 12) + 1, 0));
  return Date.UTC(year, month % 12, Math.min(day, lastDay)) / 1000;
}

/** The week around `nowMs`, beginning at 00:00 UTC on an ISO weekday, 1 for Monday (D-82). */
export function week(nowMs: number, startsOnWeekday: number): Period {
  const today = Math.floor(nowMs / 1000 / DAY_S);
  const weekday = ((today + FIRST_WEEKDAY - 1) % 7) + 1;
  const startS = (today - ((weekday - startsOnWeekday + 7) % 7)) * DAY_S;
  return { startS, endS: startS + 7 * DAY_S };
}

/** The calendar month, UTC, in which credit spend at `nowMs` counts (D-87). */
export function spendMonth(nowMs: number): Period {
  const { year, month } = calendarDay(nowMs);
  return { startS: Date.UTC(year, month, 1) / 1000, endS: Date.UTC(year, month + 1, 1) / 1000 };
}
