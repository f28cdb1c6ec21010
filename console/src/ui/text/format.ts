import { LOCALE } from './locale.ts';

/** Numbers and times as people read them, in the language of the words beside them and the person's own time zone. */

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
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const inMilliseconds = new Intl.NumberFormat(LOCALE, {
  style: 'unit',
  unit: 'millisecond',
  maximumFractionDigits: 0,
});
const inSeconds = new Intl.NumberFormat(LOCALE, {
  style: 'unit',
  unit: 'second',
  maximumFractionDigits: 1,
});
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'].map(
  (unit) =>
    new Intl.NumberFormat(LOCALE, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    }),
);
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const percentExact = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const SMALL_SHARE = 0.1;
const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });

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

/** "3 hours ago". Within a minute it is now. */
export function formatAgo(timestamp: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(timestamp) - nowMs) / 1000;
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? relative.format(Math.round(seconds / step[1]), step[0]) : relative.format(0, 'second');
}

export function formatCount(count: number): string {
  return whole.format(count);
}

/** "1.2M", for axes and cards; the exact number belongs beside it. */
export function formatShort(count: number): string {
  return short.format(count);
}

/** "63%". Rounded down, so that it says 100% only of what is full; "<1%" of what is not nothing. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`;
  // The little more is for shares such as 0.29, which a number holds as a little less.
  return percent.format(Math.floor(share * 100 + 1e-9) / 100);
}

/** "1.25M", for ticks of an axis, with as many digits as tell them apart. */
export function formatTick(value: number, digits: number): string {
  return new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumSignificantDigits: digits }).format(
    value,
  );
}

/** "12%" or "−3.4%" of a share: with a decimal where that says something. */
export function formatPercent(share: number): string {
  return Math.abs(share) < SMALL_SHARE ? percentExact.format(share) : percent.format(share);
}

/** "1.5 MB", by steps of 1024 as limits of files are. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), BYTE_UNITS.length - 1);
  return BYTE_UNITS[step]!.format(bytes / 1024 ** step);
}

/** "420 ms", "1.4 sec". */
export function formatDuration(ms: number): string {
  return ms < 1000 ? inMilliseconds.format(ms) : inSeconds.format(ms / 1000);
}

/** Decimal text in US dollars, exact: at least two digits behind the point, and every one that counts. */
export function formatUsd(amount: string): string {
  const [sign, digits] = amount.startsWith('-') ? ['−', amount.slice(1)] : ['', amount];
  const [units = '0', fraction = ''] = digits.split('.');
  const grouped = units.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}$${grouped}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** "$12.35": cents, for headings and columns; the exact amount belongs beside it. Less than a cent is not told as nothing. */
export function formatCents(amount: string): string {
  const [sign, size] = amount.startsWith('-') ? ['-', amount.slice(1)] : ['', amount];
  const cents = roundToCents(size);
  if (cents === 0n && /[1-9]/.test(size)) return `<${formatUsd(`${sign}0.01`)}`;
  const text = String(cents).padStart(3, '0');
  return formatUsd(`${sign}${text.slice(0, -2)}.${text.slice(-2)}`);
}

/** Without a detour by a number, which holds no more than 15 digits. */
function roundToCents(amount: string): bigint {
  const [units = '0', fraction = ''] = amount.split('.');
  const thousandths = BigInt(units + fraction.padEnd(3, '0').slice(0, 3));
  return (thousandths + 5n) / 10n;
}
