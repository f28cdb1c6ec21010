import { expect, it } from 'vitest';
import { cacheSavingOf, costOf } from './token-prices.ts';
import { Tariff } from './tariff.ts';

const RATES = { currency: 'usd', input: '4', cached_input: '0.4', output: '20' } as const;
const USAGE = {
  inputTokens: 1000,
  cachedInputTokens: 600,
  cacheWriteTokens: 300,
  outputTokens: 10,
  reasoningTokens: 0,
};

it('D-ENG-36 prices writes of an engine at 1.25 of its input rate, unless it has a rate for them', () => {
  // 100 at 4, 600 at 0.4, 300 at 5, 10 at 20 dollars per million.
  expect(costOf(RATES, USAGE)).toBe(400_000 + 240_000 + 1_500_000 + 200_000);
  expect(costOf({ ...RATES, cache_write: '8' }, USAGE)).toBe(400_000 + 240_000 + 2_400_000 + 200_000);
  expect(cacheSavingOf(RATES, USAGE)).toBe(600 * 3600 - 300 * 1000);
  expect(cacheSavingOf(RATES, { ...USAGE, cachedInputTokens: 0 })).toBe(-300 * 1000);
});

it('D-ENG-16 charges writes as input, unless the model has a price for them', () => {
  const of = (more: object) => ({
    pricing: { ...RATES, batch_discount: '0.5', ...more },
    plan_weights: { input: 1, cached_input: 1, output: 1 },
  });
  const tariff = new Tariff(of({}));
  expect(tariff.costNanos(USAGE)).toBe(1_600_000 + 240_000 + 200_000);
  expect(tariff.worstCaseNanos(1000, 10)).toBe(4_200_000);
  const priced = new Tariff(of({ cache_write: '8' }));
  expect(priced.costNanos(USAGE)).toBe(400_000 + 240_000 + 2_400_000 + 200_000);
  expect(priced.worstCaseNanos(1000, 10)).toBe(8_200_000);
});
