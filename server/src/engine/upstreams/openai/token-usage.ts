import type { TokenUsage } from '../../events.ts';

/** More than any context window by far. A number beyond it is a fault of the engine's counter, not a bill. */
const MAX_PLAUSIBLE_TOKENS = 100_000_000;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PLAUSIBLE_TOKENS;
}

function detail(details: unknown, name: string, atMost: number): number {
  if (typeof details !== 'object' || details === null) return 0;
  const value = (details as Record<string, unknown>)[name];
  return isCount(value) && value <= atMost ? value : 0;
}

/**
 * The engine's count, or undefined where it is none: missing, negative, fractional or absurd numbers, and a prompt of 0
 * tokens, which no prompt has (servers that do not count send it). A detail that makes no sense counts as 0.
 */
export function readUsage(value: unknown): TokenUsage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const usage = value as Record<string, unknown>;
  const inputTokens = usage['prompt_tokens'];
  const outputTokens = usage['completion_tokens'];
  if (!isCount(inputTokens) || !isCount(outputTokens) || inputTokens === 0) return undefined;
  return {
    inputTokens,
    cachedInputTokens: detail(usage['prompt_tokens_details'], 'cached_tokens', inputTokens),
    outputTokens,
    reasoningTokens: detail(usage['completion_tokens_details'], 'reasoning_tokens', outputTokens),
  };
}

/** The engine's count of embedded tokens, on the same terms. */
export function readPromptTokens(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const tokens = (value as Record<string, unknown>)['prompt_tokens'];
  return isCount(tokens) && tokens > 0 ? tokens : undefined;
}
