import type { Model } from '@svc/sdk';
import { formatUsd } from '../../ui/text/format.ts';

type Pricing = Model['pricing'];

/** Where no rate is set, all are zero. */
export function hasPrice({ input, cached_input: cached, output }: Pricing): boolean {
  return input > 0 || cached > 0 || output > 0;
}

/** "$0.30". Rates have up to nine decimals, and small numbers would be written with an exponent. */
export function formatRate(rate: number): string {
  return formatUsd(rate.toFixed(9));
}
