import type { TokenUsage } from '#engine';

/**
 * Usage as live chat reports it. The cached count stands in both places clients look (CHAT-55), and only when part of
 * the prompt came from cache.
 */
export function toChatUsage(usage: TokenUsage): Record<string, unknown> {
  const cached = usage.cachedInputTokens;
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    ...(cached > 0 ? { cached_tokens: cached, prompt_tokens_details: { cached_tokens: cached } } : {}),
  };
}
