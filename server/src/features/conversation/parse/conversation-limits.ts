import type { LimitName } from '@svc/contract';

/** Numbers of the contract the parser holds a body to (inference contract §8, D-37 to D-43, D-53, D-55). */
export interface ConversationLimits {
  readonly turns: number;
  /** Texts, images and files in one chat message (D-23). */
  readonly parts: number;
  readonly images: number;
  readonly documents: number;
  readonly imageBytes: number;
  readonly stopSequences: number;
  readonly metadataEntries: number;
  readonly metadataKeyCharacters: number;
  readonly metadataValueCharacters: number;
  readonly endUserIdCharacters: number;
  readonly reasoningMinTokens: number;
  readonly promptCacheKeyCharacters: number;
  readonly responseFormatNameCharacters: number;
  readonly strictSchemaDepth: number;
  readonly compactionTriggerMinTokens: number;
  readonly compactionTriggerDefaultTokens: number;
  readonly clearToolResultsTriggerDefaultTokens: number;
  readonly clearToolResultsKeepDefault: number;
  readonly mcpServers: number;
  readonly serverToolUses: number;
  readonly serverToolUsesDefault: number;
}

/** `turns`: most of them, by the request shape. */
export function conversationLimits(
  limits: Readonly<Record<LimitName, number>>,
  turns: number,
): ConversationLimits {
  return {
    turns,
    parts: limits.text_parts,
    images: limits.images_per_request,
    documents: limits.documents_per_request,
    imageBytes: limits.image_bytes,
    stopSequences: limits.stop_sequences,
    metadataEntries: limits.metadata_entries,
    metadataKeyCharacters: limits.metadata_key_characters,
    metadataValueCharacters: limits.metadata_value_characters,
    endUserIdCharacters: limits.end_user_id_characters,
    reasoningMinTokens: limits.reasoning_min_tokens,
    promptCacheKeyCharacters: limits.prompt_cache_key_characters,
    responseFormatNameCharacters: limits.response_format_name_characters,
    strictSchemaDepth: limits.strict_schema_depth,
    compactionTriggerMinTokens: limits.compaction_trigger_min_tokens,
    compactionTriggerDefaultTokens: limits.compaction_trigger_default_tokens,
    clearToolResultsTriggerDefaultTokens: limits.clear_tool_results_trigger_default_tokens,
    clearToolResultsKeepDefault: limits.clear_tool_results_keep_default,
    mcpServers: limits.mcp_servers_per_request,
    serverToolUses: limits.server_tool_uses,
    serverToolUsesDefault: limits.server_tool_uses_default,
  };
}
