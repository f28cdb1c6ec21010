import type { TokenUsage } from '#engine';

/** Fields that clients expect, of what there is nothing here. */
const UNUSED = { speed: null, inference_geo: null, iterations: null, fallback_credit: null } as const;

/** Tokens in Anthropic's terms, where input is what was not read from a cache (COMPA-15). */
export function toAnthropicUsage({
  inputTokens,
  cachedInputTokens,
  outputTokens,
  reasoningTokens,
  serverToolUse: used,
}: TokenUsage): object {
  return {
    input_tokens: inputTokens - cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { thinking_tokens: reasoningTokens },
    server_tool_use: used
      ? { web_search_requests: used.web_search ?? 0, web_fetch_requests: used.web_fetch ?? 0 }
      : null,
    service_tier: 'standard',
    ...UNUSED,
  };
}
