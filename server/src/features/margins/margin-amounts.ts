import type { MarginAmounts } from '@svc/contract';
import { nanosToDecimal } from '#config';

const NAMES = [
  'requests',
  'input_tokens',
  'output_tokens',
  'cost_nanos',
  'engine_cost_nanos',
  'plan_engine_cost_nanos',
  'requests_without_cost',
] as const;
export type AmountName = (typeof NAMES)[number];
export const AMOUNT_NAMES: readonly AmountName[] = NAMES;

/** Sums as the database writes them: those of the whole deployment may be too large for a number. */
export type StoredAmounts = Readonly<Record<AmountName, string>>;

export const NOTHING = Object.fromEntries(NAMES.map((name) => [name, '0'])) as StoredAmounts;

export function addAmounts(one: StoredAmounts, other: StoredAmounts): StoredAmounts {
  const sums = NAMES.map((name) => [name, String(BigInt(one[name]) + BigInt(other[name]))]);
  return Object.fromEntries(sums) as StoredAmounts;
}

/** A margin is told only where the cost of some request is known. */
export function toAmounts(stored: StoredAmounts): MarginAmounts {
  const requests = Number(stored.requests);
  const withoutCost = Number(stored.requests_without_cost);
  const [retail, cost] = [BigInt(stored.cost_nanos), BigInt(stored.engine_cost_nanos)];
  return {
    requests,
    input_tokens: Number(stored.input_tokens),
    output_tokens: Number(stored.output_tokens),
    retail_usd: nanosToDecimal(retail),
    engine_cost_usd: nanosToDecimal(cost),
    plan_engine_cost_usd: nanosToDecimal(BigInt(stored.plan_engine_cost_nanos)),
    margin_usd: requests > 0 && withoutCost === requests ? null : nanosToDecimal(retail - cost),
    requests_without_cost: withoutCost,
  };
}
