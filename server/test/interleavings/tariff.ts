import type { ModelConfig } from '#config';
import type { TokenUsage } from '#engine';

/** Per million tokens 3, 0.3 and 15 dollars; of the allowance 1, 0.5 and 2. */
export const MODEL = {
  pricing: { currency: 'usd', input: '3', cached_input: '0.3', output: '15', batch_discount: '0' },
  plan_weights: { input: 1, cached_input: 0.5, output: 2 },
} as unknown as ModelConfig;

/** The same in nano-dollars a token. */
export function nanosOf({ inputTokens, cachedInputTokens, outputTokens }: TokenUsage): number {
  return (inputTokens - cachedInputTokens) * 3000 + cachedInputTokens * 300 + outputTokens * 15_000;
}

/** The same in thousandths of an allowance token. */
export function milliOf({ inputTokens, cachedInputTokens, outputTokens }: TokenUsage): number {
  return (inputTokens - cachedInputTokens) * 1000 + cachedInputTokens * 500 + outputTokens * 2000;
}
