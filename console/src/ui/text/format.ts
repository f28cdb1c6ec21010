/** Numbers and times as people read them, in the browser's language and the person's own time zone. */

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const dayShort = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const hourShort = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthShort = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const inMilliseconds = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'millisecond',
  maximumFractionDigits: 0,
});
const inSeconds = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'second',
  maximumFractionDigits: 1,
});
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'].map(
  (unit) =>
    new Intl.NumberFormat(undefined, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    }),
);
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const percentExact = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const SMALL_SHARE = 0.1;

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

/** "22 Nov", for axes. */
export function formatDayShort(ms: number): string {
  return dayShort.format(ms);
}

/** "16 – 22 Nov 2026": days from the first to the last. */
export function formatDayRange(firstMs: number, lastMs: number): string {
  return day.formatRange(firstMs, lastMs);
}

/** "26 Nov 2026, 14:00": an hour of UTC. */
export function formatHour(ms: number): string {
  return hour.format(ms);
}

/** "14:00", for axes. */
export function formatHourShort(ms: number): string {
  return hourShort.format(ms);
}

/** "November 2026". */
export function formatMonth(ms: number): string {
  return month.format(ms);
}

/** "Nov 2026", for axes. */
export function formatMonthShort(ms: number): string {
  return monthShort.format(ms);
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

/** "1.25M", for ticks of an axis, with as many digits as tell them apart. */
export function formatTick(value: number, digits: number): string {
  return new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: digits }).format(
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

/** In whole cents where it is at least one, for cards; the exact amount belongs beside it. */
export function formatUsdShort(amount: string): string {
  const cents = Math.abs(Number(amount)) >= 0.01;
  return formatUsd(cents ? Number(amount).toFixed(2) : amount);
}
