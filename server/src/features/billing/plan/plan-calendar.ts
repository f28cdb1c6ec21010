import type { Period } from '#features/spend-limits';
import { calendarDay } from '#kit';

const DAY_S = 86_400;
/** 1970-01-01 was a Thursday, day 4 in ISO 8601. */
const FIRST_WEEKDAY = 4;

/**
 * The billing month around `nowMs`. It starts at 00:00 UTC on the subscription's day, or on the month's last
 * day if that is earlier (D-83).
 */
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

/** The week around `nowMs`, which starts at 00:00 UTC on an ISO weekday, 1 for Monday (D-82). */
export function week(nowMs: number, startsOnWeekday: number): Period {
  const today = Math.floor(nowMs / 1000 / DAY_S);
  const weekday = ((today + FIRST_WEEKDAY - 1) % 7) + 1;
  const startS = (today - ((weekday - startsOnWeekday + 7) % 7)) * DAY_S;
  return { startS, endS: startS + 7 * DAY_S };
}
