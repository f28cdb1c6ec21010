import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Tariff } from './tariff.ts';

const tariff = (
  input: string,
  cached: string,
  output: string,
  weights = { input: 1, cached_input: 1, output: 1 },
) =>
  new Tariff({
    pricing: { currency: 'usd', input, cached_input: cached, output, batch_discount: '0.5' },
    plan_weights: weights,
  });
const used = (inputTokens: number, cachedInputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
  reasoningTokens: 0,
});

it('BILL-08 D-85 charges each kind of token at its rate, and rounds up once', () => {
  expect(tariff('3', '0.3', '15').costNanos(used(10, 7, 20))).toBe(3 * 3000 + 7 * 300 + 20 * 15_000);
  // Three thirds of a nano-dollar are one, not three.
  expect(tariff('0.000000333', '0', '0').costNanos(used(3, 0, 0))).toBe(1);
  expect(tariff('0', '0', '0').costNanos(used(1000, 10, 1000))).toBe(0);
});

it('D-85 no usage within its limits costs more than the worst case', () => {
  const price = fc.integer({ min: 0, max: 2_000_000_000 }).map((nanos) => (nanos / 1e7).toFixed(9));
  fc.assert(
    fc.property(
      price,
      price,
      fc.nat(300_000),
      fc.nat(20_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (input, output, prompt, most, part) => {
        const cached = Math.floor(prompt * part);
        const rates = tariff(input, input, output);
        expect(rates.costNanos(used(prompt, cached, Math.floor(most * part)))).toBeLessThanOrEqual(
          rates.worstCaseNanos(prompt, most),
        );
      },
    ),
  );
});

it('D-80 takes allowance by weight, in thousandths of a token', () => {
  expect(tariff('1', '1', '1').planMilli(used(10, 4, 5))).toBe(15_000);
  expect(tariff('1', '1', '1', { input: 0.01, cached_input: 0, output: 2 }).planMilli(used(10, 4, 5))).toBe(
    60 + 10_000,
  );
});
