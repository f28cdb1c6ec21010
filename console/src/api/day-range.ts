/** Days, `2026-11-22`, both included: of UTC in reports, of the person's own time zone in lists. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const DAY_MS = 86_400_000;

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A moment whose day of UTC is today in the person's own time zone. */
export function localNowMs(): number {
  const now = new Date();
  return now.getTime() - now.getTimezoneOffset() * 60_000;
}

/** The last `days` days, today included. */
export function lastDays(days: number, nowMs = Date.now()): DayRange {
  return { from: dayOf(nowMs - (days - 1) * DAY_MS), to: dayOf(nowMs) };
}

export function yesterday(nowMs = Date.now()): DayRange {
  return lastDays(1, nowMs - DAY_MS);
}

/** From the first of the month on, today included. */
export function thisMonth(nowMs = Date.now()): DayRange {
  const to = dayOf(nowMs);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** The whole month before this one. */
export function lastMonth(nowMs = Date.now()): DayRange {
  const to = dayOf(Date.parse(thisMonth(nowMs).from) - DAY_MS);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** Beginnings of the days of a range, milliseconds since 1970. */
export function daysOf({ from, to }: DayRange): number[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, day) => first + day * DAY_MS);
}
