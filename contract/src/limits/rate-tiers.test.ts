import { expect, it } from 'vitest';
import { RATE_TIERS } from './rate-tiers.ts';

it('D-RATE-1 D-63 has these limits by default', () => {
  const rows = Object.entries(RATE_TIERS).map(([name, tier]) => [name, ...Object.values(tier)].join(' '));
  expect(Object.keys(RATE_TIERS['1']).join(' ')).toBe(
    'requests_per_minute input_tokens_per_minute output_tokens_per_minute embeddings_tokens_per_minute paid_to_date_required_usd eligible_after_days',
  );
  expect(rows.toSorted()).toEqual([
    '1 2000 2000000 500000 2000000 5 0',
    '2 4000 4000000 1000000 4000000 40 7',
    '3 8000 8000000 2000000 8000000 200 7',
    '4 16000 16000000 4000000 16000000 400 14',
    'start 1000 1000000 250000 1000000 0 0',
  ]);
});
