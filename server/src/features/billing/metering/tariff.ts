import { decimalToNanos, type ModelConfig } from '#config';
import type { TokenUsage } from '#engine';
import { roundUp, TokenPrices } from './token-prices.ts';

const MILLION = 1_000_000n;
/** A factor of one, at the precision in which discounts are given. */
const WHOLE = 1_000_000_000n;

export type ServiceTier = 'standard' | 'batch';

/**
 * What a model's tokens cost in credits and take from an allowance (D-80, D-85). Exact: each request is
 * rounded up once.
 */
export class Tariff {
  readonly #prices: TokenPrices;
  /** Thousandths of an allowance token per token. Weights are multiples of 0.01, so these are whole. */
  readonly #inputMilli: number;
  readonly #cachedInputMilli: number;
  readonly #outputMilli: number;
  /** The remaining share of the price in a batch, in billionths. Undefined: the full price. */
  readonly #share: bigint | undefined;

  constructor(
    { pricing, plan_weights: weights }: Pick<ModelConfig, 'pricing' | 'plan_weights'>,
    tier: ServiceTier = 'standard',
  ) {
    this.#share = tier === 'batch' ? WHOLE - BigInt(decimalToNanos(pricing.batch_discount)) : undefined;
    this.#prices = new TokenPrices(pricing);
    this.#inputMilli = Math.round(weights.input * 1000);
    this.#cachedInputMilli = Math.round(weights.cached_input * 1000);
    this.#outputMilli = Math.round(weights.output * 1000);
  }

  /** The retail cost, in nano-dollars. */
  costNanos(usage: TokenUsage): number {
    return this.#nanos(this.#prices.millionths(usage));
  }

  /** The most a request can cost: no cache discount and the longest reply allowed. */
  worstCaseNanos(promptTokens: number, maxOutputTokens: number): number {
    return this.#nanos(
      this.#prices.millionths({
        inputTokens: promptTokens,
        cachedInputTokens: 0,
        cacheWriteTokens: this.#prices.writesCostMore ? promptTokens : 0,
        outputTokens: maxOutputTokens,
      }),
    );
  }

  /**
   * Allowance taken, in thousandths of an allowance token. Reasoning is part of the output and is not counted
   * twice.
   */
  planMilli({ inputTokens, cachedInputTokens, outputTokens }: TokenUsage): number {
    const fresh = (inputTokens - cachedInputTokens) * this.#inputMilli;
    return this.#milli(fresh + cachedInputTokens * this.#cachedInputMilli + outputTokens * this.#outputMilli);
  }

  /** The most a request can take from an allowance. */
  worstCaseMilli(promptTokens: number, maxOutputTokens: number): number {
    return this.#milli(promptTokens * this.#inputMilli + maxOutputTokens * this.#outputMilli);
  }

  #nanos(millionths: bigint): number {
    return this.#share === undefined
      ? roundUp(millionths, MILLION)
      : roundUp(millionths * this.#share, MILLION * WHOLE);
  }

  #milli(milli: number): number {
    return this.#share === undefined ? milli : roundUp(BigInt(milli) * this.#share, WHOLE);
  }
}

const tariffs = { standard: new WeakMap<ModelConfig, Tariff>(), batch: new WeakMap<ModelConfig, Tariff>() };

/** The tariff of a model as configured now: a changed configuration creates new model objects. */
export function tariffOf(model: ModelConfig, tier: ServiceTier = 'standard'): Tariff {
  let tariff = tariffs[tier].get(model);
  if (!tariff) tariffs[tier].set(model, (tariff = new Tariff(model, tier)));
  return tariff;
}

/** A model's batch prices as exact decimal text, as stored in usage records (D-BATCH-8). */
export function batchPrices({ pricing }: Pick<ModelConfig, 'pricing'>): Readonly<Record<string, string>> {
  const share = WHOLE - BigInt(decimalToNanos(pricing.batch_discount));
  const discounted = (price: string): string => {
    const digits = String(BigInt(decimalToNanos(price)) * share).padStart(19, '0');
    return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '');
  };
  const { input, cached_input: cachedInput, output } = pricing;
  return {
    input: discounted(input),
    cached_input: discounted(cachedInput),
    output: discounted(output),
  };
}
