import { decimalToNanos, type TokenRates } from '#config';
import type { TokenUsage } from '#engine';

/** What engines ask for a token that they write to their cache, of the price of another, in hundredths. */
const ENGINE_WRITE_SHARE = 125n;

type Rates = Omit<TokenRates, 'currency'>;
type PricedTokens = Pick<
  TokenUsage,
  'inputTokens' | 'cachedInputTokens' | 'cacheWriteTokens' | 'outputTokens'
>;

const MILLION = 1_000_000n;

/** Rates as integers. A sum of tokens times their rate is in millionths of a nano-dollar, exact. */
export class TokenPrices {
  readonly #input: bigint;
  readonly #cachedInput: bigint;
  readonly #cacheWrite: bigint;
  readonly #output: bigint;

  /** `writeShare`: the price of a token written to a cache where it is not given, in hundredths of the input rate. */
  constructor(
    { input, cached_input: cachedInput, cache_write: cacheWrite, output }: Rates,
    writeShare = 100n,
  ) {
    this.#input = BigInt(decimalToNanos(input));
    this.#cacheWrite =
      cacheWrite === undefined ? (this.#input * writeShare) / 100n : BigInt(decimalToNanos(cacheWrite));
    this.#cachedInput = BigInt(decimalToNanos(cachedInput));
    this.#output = BigInt(decimalToNanos(output));
  }

  millionths({ inputTokens, cachedInputTokens, cacheWriteTokens = 0, outputTokens }: PricedTokens): bigint {
    return (
      BigInt(inputTokens - cachedInputTokens - cacheWriteTokens) * this.#input +
      BigInt(cachedInputTokens) * this.#cachedInput +
      BigInt(cacheWriteTokens) * this.#cacheWrite +
      BigInt(outputTokens) * this.#output
    );
  }

  /** What reads from the cache cost less than other input, less what writes cost more. */
  savedMillionths({ cachedInputTokens, cacheWriteTokens = 0 }: PricedTokens): bigint {
    const read = BigInt(cachedInputTokens) * (this.#input - this.#cachedInput);
    return read - BigInt(cacheWriteTokens) * (this.#cacheWrite - this.#input);
  }

  /** Whether a token costs more when it is written to a cache. */
  get writesCostMore(): boolean {
    return this.#cacheWrite > this.#input;
  }
}

export function roundUp(amount: bigint, unit: bigint): number {
  return Number((amount + unit - 1n) / unit);
}

const known = new WeakMap<TokenRates, TokenPrices>();

/** What these tokens cost at rates as configured now, in nano-dollars, rounded up. A changed configuration has new objects. */
export function costOf(rates: TokenRates, usage: TokenUsage): number {
  return roundUp(pricesOf(rates).millionths(usage), MILLION);
}

/** What an engine's cache saved of that. Negative where writing it cost more. */
export function cacheSavingOf(rates: TokenRates, usage: TokenUsage): number {
  return Number(pricesOf(rates).savedMillionths(usage) / MILLION);
}

function pricesOf(rates: TokenRates): TokenPrices {
  let prices = known.get(rates);
  if (!prices) known.set(rates, (prices = new TokenPrices(rates, ENGINE_WRITE_SHARE)));
  return prices;
}
