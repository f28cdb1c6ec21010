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

/** Usage with the additions, which say how much was read from cache and reasoned also where it is nothing (CHAT-89, D-34). */
export function toExtendedUsage(usage: TokenUsage): object {
  return {
    ...toChatUsage(usage),
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}
