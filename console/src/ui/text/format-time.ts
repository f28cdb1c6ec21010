import { LOCALE } from './locale.ts';

/** Days and moments as people read them, in the language of the words beside them and the person's own time zone. */

const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const dayShort = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const hourShort = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: 'UTC' });
const utcMonth = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const utcMonthShort = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric' });
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short' });
const wholeDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

const JUST_NOW = 'just now';
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function formatDateTime(timestamp: string): string {
  return dateTime.format(Date.parse(timestamp));
}

/** A day of a report: days are those of UTC. */
export function formatDay(timestampOrMs: string | number): string {
  return day.format(typeof timestampOrMs === 'number' ? timestampOrMs : Date.parse(timestampOrMs));
}

/** "Nov 1 – 26, 2026": days of UTC, as reports have them. What two ends share is written once. */
export function formatDayRange(from: string, to: string): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  // The formatter refuses ends in the wrong order, which an address may have.
  return first <= last ? day.formatRange(first, last) : `${day.format(first)} – ${day.format(last)}`;
}

/** From one moment to another; what they share is written once. */
export function formatDateTimeRange(from: string, to: string): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return first <= last
    ? dateTime.formatRange(first, last)
    : `${dateTime.format(first)} – ${dateTime.format(last)}`;
}

/** Of the browser's own time zone, for calendars. */
export function formatMonth(date: Date): string {
  return month.format(date);
}

/** With its weekday, of the browser's own time zone, to be read out by calendars. */
export function formatWholeDay(date: Date): string {
  return wholeDay.format(date);
}

/** "Mon", for calendars. */
export function formatWeekday(date: Date): string {
  return weekday.format(date);
}

/** "22 Nov", for axes. */
export function formatDayShort(ms: number): string {
  return dayShort.format(ms);
}

/** "26 Nov 2026, 14:00": an hour of UTC. */
export function formatHour(ms: number): string {
  return hour.format(ms);
}

/** "14:00", for axes. */
export function formatHourShort(ms: number): string {
  return hourShort.format(ms);
}

/** "November 2026", of UTC. */
export function formatUtcMonth(ms: number): string {
  return utcMonth.format(ms);
}

/** "Nov 2026", for axes. */
export function formatUtcMonthShort(ms: number): string {
  return utcMonthShort.format(ms);
}

/** "3 hours ago". The last minute is just now, the next one now. */
export function formatAgo(timestamp: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(timestamp) - nowMs) / 1000;
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (step) return relative.format(Math.round(seconds / step[1]), step[0]);
  return seconds > 0 ? relative.format(0, 'second') : JUST_NOW;
}
