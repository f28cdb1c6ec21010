import type { TokenUsage } from '../../events.ts';
import { isTokenCount, partOf } from '../http/token-count.ts';

/**
 * The engine's count, or undefined if it is invalid: missing, negative, fractional or implausible numbers, or
 * a prompt of 0 tokens, which servers send that do not count. An implausible detail counts as 0.
 */
export function readUsage(value: unknown): TokenUsage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const usage = value as Record<string, unknown>;
  const inputTokens = usage['prompt_tokens'];
  const outputTokens = usage['completion_tokens'];
  if (!isTokenCount(inputTokens) || !isTokenCount(outputTokens) || inputTokens === 0) return undefined;
  return {
    inputTokens,
    cachedInputTokens: partOf(inputTokens, usage['prompt_tokens_details'], 'cached_tokens'),
    outputTokens,
    reasoningTokens: partOf(outputTokens, usage['completion_tokens_details'], 'reasoning_tokens'),
  };
}

/** The engine's count of embedded tokens, checked in the same way. */
export function readPromptTokens(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const tokens = (value as Record<string, unknown>)['prompt_tokens'];
  return isTokenCount(tokens) && tokens > 0 ? tokens : undefined;
}
