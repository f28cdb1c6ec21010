import type { TokenUsage } from '#engine';

/**
 * Usage as live chat reports it. The cached count stands in both places clients look (CHAT-55), and only when part of
 * the prompt came from cache.
 */
export function toChatUsage(usage: TokenUsage): object {
  const cached = usage.cachedInputTokens;
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    cached_tokens: cached > 0 ? cached : undefined,
    prompt_tokens_details: cached > 0 ? { cached_tokens: cached } : undefined,
  };
}
