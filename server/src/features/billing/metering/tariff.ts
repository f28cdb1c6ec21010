import { decimalToNanos, type ModelConfig } from '#config';
import type { TokenUsage } from '#engine';

const MILLION = 1_000_000n;

/** What a model's tokens cost and take from an allowance (D-80, D-85). Exact: one rounding, up, per request. */
export class Tariff {
  /** Nano-dollars per million tokens. */
  readonly #input: bigint;
  readonly #cachedInput: bigint;
  readonly #output: bigint;
  /** Thousandths of an allowance token per token. Weights are multiples of 0.01, so these are whole. */
  readonly #inputMilli: number;
  readonly #cachedInputMilli: number;
  readonly #outputMilli: number;

  constructor({ pricing, plan_weights: weights }: Pick<ModelConfig, 'pricing' | 'plan_weights'>) {
    this.#input = BigInt(decimalToNanos(pricing.input));
    this.#cachedInput = BigInt(decimalToNanos(pricing.cached_input));
    this.#output = BigInt(decimalToNanos(pricing.output));
    this.#inputMilli = Math.round(weights.input * 1000);
    this.#cachedInputMilli = Math.round(weights.cached_input * 1000);
    this.#outputMilli = Math.round(weights.output * 1000);
  }

  /** Retail, in nano-dollars. */
  costNanos({ inputTokens, cachedInputTokens, outputTokens }: TokenUsage): number {
    const fresh = BigInt(inputTokens - cachedInputTokens) * this.#input;
    return roundUp(
      fresh + BigInt(cachedInputTokens) * this.#cachedInput + BigInt(outputTokens) * this.#output,
    );
  }

  /** The most a request can cost: no cache discount, and a reply as long as it may be. */
  worstCaseNanos(promptTokens: number, maxOutputTokens: number): number {
    return roundUp(BigInt(promptTokens) * this.#input + BigInt(maxOutputTokens) * this.#output);
  }

  /** Allowance taken, in thousandths of an allowance token. Reasoning is part of the output and not counted twice. */
  planMilli({ inputTokens, cachedInputTokens, outputTokens }: TokenUsage): number {
    const fresh = (inputTokens - cachedInputTokens) * this.#inputMilli;
    return fresh + cachedInputTokens * this.#cachedInputMilli + outputTokens * this.#outputMilli;
  }

  /** The most a request can take from an allowance. */
  worstCaseMilli(promptTokens: number, maxOutputTokens: number): number {
    return promptTokens * this.#inputMilli + maxOutputTokens * this.#outputMilli;
  }
}

function roundUp(millionths: bigint): number {
  return Number((millionths + MILLION - 1n) / MILLION);
}

const tariffs = new WeakMap<ModelConfig, Tariff>();

/** The tariff of a model as configured at this moment: a changed configuration brings new model objects. */
export function tariffOf(model: ModelConfig): Tariff {
  let tariff = tariffs.get(model);
  if (!tariff) tariffs.set(model, (tariff = new Tariff(model)));
  return tariff;
}
