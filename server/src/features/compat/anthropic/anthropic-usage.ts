import type { TokenUsage } from '#engine';

/** Tokens in Anthropic's terms, where input is what was not read from a cache (COMPA-15). */
export function toAnthropicUsage({
  inputTokens,
  cachedInputTokens,
  outputTokens,
  serverToolUse: used,
}: TokenUsage): object {
  return {
    input_tokens: inputTokens - cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: outputTokens,
    server_tool_use: used
      ? { web_search_requests: used.web_search ?? 0, web_fetch_requests: used.web_fetch ?? 0 }
      : null,
    service_tier: 'standard',
  };
}
