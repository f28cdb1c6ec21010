/** Limits of one organization tier: per model, save the embeddings tokens, which all models of an organization share. */
export interface RateTier {
  readonly requests_per_minute: number;
  readonly input_tokens_per_minute: number;
  readonly output_tokens_per_minute: number;
  readonly embeddings_tokens_per_minute: number;
  /** US dollars paid so far that the tier asks for. */
  readonly paid_to_date_required_usd: number;
  /** Days after the first payment before the tier opens. */
  readonly eligible_after_days: number;
}

export type RateTierName = 'start' | '1' | '2' | '3' | '4';

/**
 * Tiers of the organization (D-RATE-1; embeddings: D-63). Numbers are settings with these defaults. None lies below the
 * limit of a single key, or a key could never use its own. `custom` tiers have no defaults.
 */
export const RATE_TIERS: Readonly<Record<RateTierName, RateTier>> = {
  start: tier(1, 0, 0),
  '1': tier(2, 5, 0),
  '2': tier(4, 40, 7),
  '3': tier(8, 200, 7),
  '4': tier(16, 400, 14),
};

function tier(factor: number, paidUsd: number, days: number): RateTier {
  return {
    requests_per_minute: factor * 1000,
    input_tokens_per_minute: factor * 1_000_000,
    output_tokens_per_minute: factor * 250_000,
    embeddings_tokens_per_minute: factor * 1_000_000,
    paid_to_date_required_usd: paidUsd,
    eligible_after_days: days,
  };
}
