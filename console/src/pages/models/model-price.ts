import { formatUsd } from '../../ui/text/format.ts';

/** "$0.30". Rates have up to nine decimals, and small numbers would be written with an exponent. */
export function formatRate(rate: number): string {
  return formatUsd(rate.toFixed(9));
}
