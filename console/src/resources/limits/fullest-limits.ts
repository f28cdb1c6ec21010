import type { LimitUse, SpendLimit } from '@svc/contract';
import type { RateUse } from './rate-meter.tsx';

export type FullLimit = { readonly rate: RateUse } | { readonly spend: SpendLimit };

/** Limits that are used at all, the fullest first. */
export function fullestLimits(
  use: Pick<LimitUse, 'data' | 'spend_limits'>,
  count: number,
): readonly FullLimit[] {
  const rates = use.data.map((rate) => ({ limit: { rate }, share: rate.used / rate.limit_per_minute }));
  const spends = use.spend_limits.map((spend) => ({ limit: { spend }, share: shareSpent(spend) }));
  return [...rates, ...spends]
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, count)
    .map(({ limit }) => limit);
}

/** A limit of nothing is reached from the start. */
function shareSpent({ spent_usd: spent, limit_usd: limit }: SpendLimit): number {
  return Number(limit) === 0 ? 1 : Number(spent) / Number(limit);
}
