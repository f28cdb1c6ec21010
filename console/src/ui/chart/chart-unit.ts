import { formatCount, formatShort, formatTick, formatUsd, formatCents } from '../text/format.ts';
import type { ChartUnit } from './chart-data.ts';
import { decimalsOf, digitsOf } from './value-ticks.ts';

const THOUSAND = 1000;
const MILLION = 1_000_000;

export const dollars: ChartUnit = {
  exact: formatUsd,
  short: formatCents,
  tick: (value, step) => {
    if (value >= THOUSAND) return `$${formatTick(value, digitsOf(value, step))}`;
    const decimals = decimalsOf(step);
    // A tenth of a dollar is ten cents.
    return `$${value.toFixed(decimals === 1 ? 2 : decimals)}`;
  },
  isWhole: false,
};

export const counts: ChartUnit = {
  exact: (amount) => formatCount(Number(amount)),
  short: (amount) => (Number(amount) < MILLION ? formatCount(Number(amount)) : formatShort(Number(amount))),
  tick: (value, step) => formatTick(value, digitsOf(value, step)),
  isWhole: true,
};
