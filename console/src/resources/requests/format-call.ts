import { LOCALE } from '../../ui/text/locale.ts';

/** What lists of calls show of times and money: short and of one width; the exact value belongs beside it. */

const moment = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const exactMoment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'long' });

/** "24 Nov, 14:03:22". */
export function formatCallTime(timestamp: string): string {
  return moment.format(Date.parse(timestamp));
}

export function formatExactTime(timestamp: string): string {
  return exactMoment.format(Date.parse(timestamp));
}

const SMALLEST_USD = 0.0001;

/** "$0.0123"; nothing for nothing. */
export function formatCallCost(amount: string): string {
  const usd = Number(amount);
  if (usd === 0) return '';
  return usd < SMALLEST_USD ? `<$${SMALLEST_USD}` : `$${usd.toFixed(4)}`;
}
