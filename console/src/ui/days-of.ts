import type { DayRange } from './date-range.tsx';

const DAY_MS = 86_400_000;

/** Beginnings of the days of a range, milliseconds since 1970. */
export function daysOf({ from, to }: DayRange): number[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, day) => first + day * DAY_MS);
}
