import { decimalToNanos, type TokenRates } from '#config';
import type { TokenUsage } from '#engine';

const MILLION = 1_000_000n;

/** Rates as integers. A sum of tokens times their rate is in millionths of a nano-dollar, exact. */
export class TokenPrices {
  readonly #input: bigint;
  readonly #cachedInput: bigint;
  readonly #output: bigint;

  constructor({ input, cached_input: cachedInput, output }: Omit<TokenRates, 'currency'>) {
    this.#input = BigInt(decimalToNanos(input));
    this.#cachedInput = BigInt(decimalToNanos(cachedInput));
    this.#output = BigInt(decimalToNanos(output));
  }

  millionths({
    inputTokens,
    cachedInputTokens,
    outputTokens,
  }: Pick<TokenUsage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>): bigint {
    return (
      BigInt(inputTokens - cachedInputTokens) * this.#input +
      BigInt(cachedInputTokens) * this.#cachedInput +
      BigInt(outputTokens) * this.#output
    );
  }
}

export function roundUp(amount: bigint, unit: bigint): number {
  return Number((amount + unit - 1n) / unit);
}

const known = new WeakMap<TokenRates, TokenPrices>();

/** What these tokens cost at rates as configured now, in nano-dollars, rounded up. A changed configuration has new objects. */
export function costOf(rates: TokenRates, usage: TokenUsage): number {
  let prices = known.get(rates);
  if (!prices) known.set(rates, (prices = new TokenPrices(rates)));
  return roundUp(prices.millionths(usage), MILLION);
}
