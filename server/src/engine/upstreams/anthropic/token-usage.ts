import type { TokenUsage } from '../../events.ts';
import { isTokenCount, partOf } from '../http/token-count.ts';

export type WireUsage = Readonly<Record<string, unknown>>;

/** Merges counts: a stream reports those of the prompt first, and all that changed at its end. */
export function mergeUsage(known: WireUsage, said: unknown): WireUsage {
  if (typeof said !== 'object' || said === null) return known;
  // Null means unchanged.
  return { ...known, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)) };
}

/**
 * The protocol counts cached parts separately from the rest of the prompt; our count is the total. A missing
 * part is 0.
 */
const PROMPT_PARTS = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];

/**
 * The engine's count, or undefined if it is invalid: missing, negative, fractional or implausible numbers, or
 * a prompt of 0 tokens, which cannot exist.
 */
export function readUsage(usage: WireUsage): TokenUsage | undefined {
  const parts = PROMPT_PARTS.map((name) => usage[name] ?? 0);
  const outputTokens = usage['output_tokens'];
  if (!parts.every(isTokenCount) || !isTokenCount(outputTokens)) return undefined;
  const inputTokens = parts.reduce((sum, part) => sum + part, 0);
  if (!isTokenCount(inputTokens) || inputTokens === 0) return undefined;
  const cacheWriteTokens = partOf(inputTokens, usage, 'cache_creation_input_tokens');
  return {
    inputTokens,
    cachedInputTokens: partOf(inputTokens, usage, 'cache_read_input_tokens'),
    outputTokens,
    reasoningTokens: partOf(outputTokens, usage['output_tokens_details'], 'thinking_tokens'),
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens } : {}),
  };
}
