/** Numbers of the inference contract (§8) and its decisions. The unit is the last word of the name; no unit means a count. */
export const INFERENCE_LIMITS = {
  // Rates. One bucket for chat completions and messages (D-52), one for models, one for embeddings.
  chat_requests_per_minute: 600,
  models_requests_per_minute: 60,
  /** Of one key: embeddings are counted in tokens, which a refused body has none of (D-63). */
  refused_embeddings_per_minute: 600,

  // Connections and headers (D-12, D-13).
  header_bytes: 16_384,
  header_lines: 100,
  headers_timeout_s: 30,
  body_timeout_s: 60,
  client_request_id_characters: 512,
  beta_flags: 32,

  // Bodies.
  chat_body_bytes: 2_000_000,
  count_tokens_body_bytes: 2_000_000,
  messages_body_bytes: 33_554_432,
  embeddings_body_bytes: 33_554_432,
  /** Memory that bodies being read may hold on one process, in all, of one network and of one organization. */
  bodies_in_progress_bytes: 268_435_456,
  bodies_in_progress_per_network_bytes: 134_217_728,
  bodies_in_progress_per_organization_bytes: 134_217_728,
  json_depth: 64,
  /** What a body may hold in all: objects, lists and their values. A prompt of a million tokens does not need more. */
  json_values: 500_000,
  /** Of one name in an object, as it is written. */
  json_key_bytes: 16_384,
  /** Bodies that wait for the thread that parses large ones, or are being parsed by it. */
  waiting_body_bytes: 268_435_456,
  waiting_body_bytes_per_organization: 134_217_728,
  chat_messages: 500,
  messages_turns: 500,
  /** Messages or items in one request of another vendor's protocol (COMPG-06). */
  compat_items: 10_000,
  text_parts: 100,
  images_per_request: 100,
  documents_per_request: 20,
  image_bytes: 10_485_760,
  content_fetch_timeout_s: 10,
  /** Memory that fetched and read images and documents may hold in one process, in all and of one organization. */
  content_in_progress_bytes: 268_435_456,
  content_in_progress_per_organization_bytes: 134_217_728,
  stop_sequences: 4,
  metadata_entries: 16,
  metadata_key_characters: 64,
  metadata_value_characters: 512,
  end_user_id_characters: 256,
  prompt_cache_key_characters: 128,
  response_format_name_characters: 64,
  strict_schema_depth: 10,
  reasoning_min_tokens: 1024,
  compaction_trigger_min_tokens: 50_000,
  compaction_trigger_default_tokens: 150_000,
  compaction_max_tokens: 8192,
  clear_tool_results_trigger_default_tokens: 100_000,
  clear_tool_results_keep_default: 3,
  mcp_servers_per_request: 20,
  server_tool_rounds: 20,
  server_tool_uses: 20,
  server_tool_uses_default: 5,
  prompt_cache_min_tokens: 1024,
  prompt_cache_step_tokens: 128,
  prompt_cache_idle_s: 600,
  reasoning_signature_rotation_days: 90,
  reasoning_signature_accepted_days: 400,
  reply_mark_days: 30,

  // Embeddings.
  embeddings_inputs: 2048,
  embeddings_tokens_per_input: 8192,
  embeddings_tokens_per_request: 300_000,
  embeddings_allowance_weight: 0.01,

  // Engines and streams (D-14, D-28, D-78, D-89; ping: contract §4.2).
  first_output_timeout_s: 60,
  output_silence_timeout_s: 120,
  generation_timeout_s: 600,
  keep_alive_s: 15,
  capacity_manager_timeout_ms: 250,
  capacity_lease_s: 60,
  usage_after_abort_s: 2,

  // Retry-After where it is not a matter of counting (D-17).
  retry_after_default_s: 5,
  model_busy_retry_after_max_s: 60,
  capacity_busy_retry_after_default_s: 2,
  capacity_busy_retry_after_max_s: 30,
  overloaded_retry_after_max_s: 30,

  // Plan windows and money (contract §8, D-81 to D-86).
  weekly_window_share: 0.6,
  session_window_share: 0.25,
  session_window_hours: 5,
  /** ISO 8601: 1 is Monday. The week reopens at 00:00 UTC (D-82). */
  weekly_window_starts_on_weekday: 1,
  credit_hold_s: 900,

  // Desktop sign-ins on the Free plan (D-74).
  free_desktop_monthly_tokens: 500_000,
  free_desktop_prompt_tokens: 32_768,
  free_desktop_concurrent_replies: 1,

  // Sign-in sessions (D-68, D-69).
  access_token_s: 3600,
  access_token_leeway_s: 30,
  device_code_s: 900,
  device_poll_interval_s: 5,
  refresh_token_reuse_grace_s: 30,
  refresh_token_idle_days: 30,
  refresh_token_total_days: 90,
  token_signing_key_days: 90,
  /** Of one network: an IPv4 address, or the 64 bits of an IPv6 address that a site has. On all nodes together. */
  oauth_requests_per_minute: 600,
  oauth_body_bytes: 16_384,
  /** Of one network. */
  device_requests_waiting: 100,
  /** Of all networks together, those included that have expired and are about to be dropped. */
  device_requests_stored: 100_000,
  /** Codes a person may type in 15 minutes, right or wrong. */
  user_code_tries: 30,
} as const;
