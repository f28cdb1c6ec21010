import { LOCALE } from './locale.ts';

/** Numbers and amounts as people read them, in the language of the words beside them. */

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(LOCALE);
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
const tenths = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const small = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const percentExact = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const SMALL_SHARE = 0.1;
const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });

export function formatCount(count: number): string {
  return whole.format(count);
}

/** "0.01", "8,192": three decimals at most. */
export function formatNumber(value: number): string {
  return decimal.format(value);
}

/** "0.25", "3.1", "1,204" a second: as many decimals as tell something. */
export function formatRate(perSecond: number): string {
  return perSecond < 1
    ? small.format(perSecond)
    : perSecond < 100
      ? tenths.format(perSecond)
      : formatCount(perSecond);
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
