import type { RateLimitOverride, OrganizationTier } from '@svc/contract';
import type { MinuteLimits, OwnRates } from '#exchange';

interface StoredRates {
  readonly rate_tier: OrganizationTier | null;
  readonly rate_limits: readonly RateLimitOverride[];
}

export function toOwnRates({ rate_tier: tier, rate_limits: limits }: StoredRates): OwnRates {
  return { tier, models: new Map(limits.map((limit) => [limit.model, toLimits(limit)])) };
}

function toLimits({
  requests_per_minute: requests,
  input_tokens_per_minute: inputTokens,
  output_tokens_per_minute: outputTokens,
}: RateLimitOverride): Partial<MinuteLimits> {
  return {
    ...(requests === undefined ? {} : { requests }),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
