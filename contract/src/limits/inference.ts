import { limit } from './limit.ts';

/** Numbers of the inference contract (§8) and its decisions. The unit is the last word of the name; no unit means a count. */
export const INFERENCE_LIMITS = {
  // Rates. One bucket for chat completions and messages (D-52), one for models, one for embeddings.
  chat_requests_per_minute: limit(600, 'Model calls of one key, or of one signed-in person.'),
  models_requests_per_minute: limit(60, 'Reads of the list of models by one key.'),
  /** Of one key: embeddings are counted in tokens, which a refused body has none of (D-63). */
  refused_embeddings_per_minute: limit(
    600,
    'Refused embeddings of one key, which are not counted in tokens.',
  ),

  // Connections and headers (D-12, D-13).
  header_bytes: limit(16_384, "Maximum size of a request's head."),
  header_lines: limit(100, 'Maximum header lines of a request.'),
  headers_timeout_s: limit(30, 'Time within which the head of a request must arrive.'),
  body_timeout_s: limit(60, 'Time within which the body of a request must arrive.'),
  client_request_id_characters: limit(512, 'Maximum length of an x-client-request-id that is logged.'),
  beta_flags: limit(32, 'Maximum flags in svc-beta.'),

  // Bodies.
  chat_body_bytes: limit(2_000_000, 'Maximum body of a chat completion.'),
  count_tokens_body_bytes: limit(2_000_000, 'Maximum body of a token count.'),
  messages_body_bytes: limit(33_554_432, 'Maximum body of a messages call.'),
  embeddings_body_bytes: limit(33_554_432, 'Maximum body of an embeddings call.'),
  /** Memory that bodies being read may hold on one process, in all, of one network and of one organization. */
  bodies_in_progress_bytes: limit(268_435_456, 'Memory of one process for request bodies that are arriving.'),
  bodies_in_progress_per_network_bytes: limit(
    134_217_728,
    'Memory of one process for request bodies that are arriving from one network.',
  ),
  bodies_in_progress_per_organization_bytes: limit(
    134_217_728,
    'Memory of one process for request bodies that are arriving from one organization.',
  ),
  json_depth: limit(64, 'Maximum nesting of a JSON body.'),
  /** What a body may hold in all: objects, lists and their values. A prompt of a million tokens does not need more. */
  json_values: limit(500_000, 'Maximum objects, lists and values of a JSON body together.'),
  /** Of one name in an object, as it is written. */
  json_key_bytes: limit(16_384, 'Maximum length of a field name in a JSON body.'),
  /** Bodies that wait for the thread that parses large ones, or are being parsed by it. */
  waiting_body_bytes: limit(
    268_435_456,
    'Maximum size of all large bodies that wait to be parsed, in one process.',
  ),
  waiting_body_bytes_per_organization: limit(
    134_217_728,
    'Maximum size of all large bodies of one organization that wait to be parsed, in one process.',
  ),
  chat_messages: limit(500, 'Maximum messages of a chat completion.'),
  messages_turns: limit(500, 'Maximum turns of a messages call.'),
  /** Messages or items in one request of another vendor's protocol (COMPG-06). */
  compat_items: limit(10_000, 'Maximum messages or items of a call by an existing client.'),
  text_parts: limit(100, 'Maximum text parts of one chat message.'),
  images_per_request: limit(100, 'Maximum images of one call.'),
  documents_per_request: limit(20, 'Maximum documents of one call.'),
  image_bytes: limit(10_485_760, 'Maximum size of an image.'),
  content_fetch_timeout_s: limit(
    10,
    'Time within which an image or a document must be fetched from its URL.',
  ),
  /** Memory that fetched and read images and documents may hold in one process, in all and of one organization. */
  content_in_progress_bytes: limit(
    268_435_456,
    'Memory of one process for images and documents that are being read.',
  ),
  content_in_progress_per_organization_bytes: limit(
    134_217_728,
    'Memory of one process for images and documents of one organization that are being read.',
  ),
  stop_sequences: limit(4, 'Maximum stop sequences of one call.'),
  metadata_entries: limit(16, 'Maximum entries of metadata.'),
  metadata_key_characters: limit(64, 'Maximum length of a name in metadata.'),
  metadata_value_characters: limit(512, 'Maximum length of a value in metadata.'),
  end_user_id_characters: limit(256, 'Maximum length of the id of an end user.'),
  prompt_cache_key_characters: limit(128, 'Maximum length of a prompt_cache_key.'),
  response_format_name_characters: limit(64, 'Maximum length of the name of a response format.'),
  strict_schema_depth: limit(10, 'Maximum nesting of a strict schema.'),
  reasoning_min_tokens: limit(1024, 'Minimum reasoning tokens that a call may set.'),
  compaction_trigger_min_tokens: limit(
    50_000,
    'Minimum token count that a call may set to trigger compaction.',
  ),
  compaction_trigger_default_tokens: limit(150_000, 'Default token count that triggers compaction.'),
  compaction_max_tokens: limit(8192, 'Maximum tokens of the summary that compaction writes.'),
  clear_tool_results_trigger_default_tokens: limit(
    100_000,
    'Default token count that triggers the clearing of old tool results.',
  ),
  clear_tool_results_keep_default: limit(
    3,
    'Default number of latest tool results that are kept when old ones are cleared.',
  ),
  mcp_servers_per_request: limit(20, 'Maximum MCP servers of one call.'),
  server_tool_rounds: limit(
    20,
    'Maximum times that one call goes back to the model with results of server tools.',
  ),
  server_tool_uses: limit(20, 'Maximum uses of a server tool that a call may allow.'),
  server_tool_uses_default: limit(5, 'Default maximum uses of a server tool in one call.'),
  prompt_cache_min_tokens: limit(
    1024,
    'Minimum length of a prefix that the sandbox reads from its prompt cache.',
  ),
  prompt_cache_step_tokens: limit(128, 'Steps in which the sandbox counts cached tokens.'),
  prompt_cache_idle_s: limit(600, 'How long the sandbox keeps a prefix that nobody uses.'),
  reasoning_signature_rotation_days: limit(90, 'How long one key signs reasoning.'),
  reasoning_signature_accepted_days: limit(400, 'How long signatures of earlier keys are accepted.'),
  reply_mark_days: limit(30, 'How long it is known which reasoning a reply had.'),

  // Embeddings.
  embeddings_inputs: limit(2048, 'Maximum input texts of one embeddings call.'),
  embeddings_tokens_per_input: limit(8192, 'Maximum tokens per input text.'),
  embeddings_tokens_per_request: limit(
    300_000,
    'Maximum tokens of all input texts of one embeddings call together.',
  ),
  embeddings_allowance_weight: limit(
    0.01,
    'How much of the plan one embedded token uses, compared with an input token.',
  ),

  // Engines and streams (D-14, D-28, D-78, D-89; ping: contract §4.2).
  first_output_timeout_s: limit(60, 'Time within which an engine must send its first output.'),
  output_silence_timeout_s: limit(120, 'Maximum pause of an engine within a reply.'),
  generation_timeout_s: limit(600, 'Maximum duration of a whole reply.'),
  keep_alive_s: limit(15, 'Silence after which a stream gets a keep-alive, before its first event too.'),
  capacity_manager_timeout_ms: limit(250, 'Time within which the capacity manager must answer.'),
  capacity_lease_s: limit(60, 'How long a slot of the capacity manager is held.'),
  usage_after_abort_s: limit(2, 'Time for which the service waits for usage after a caller has left.'),

  // Retry-After where it is not a matter of counting (D-17).
  retry_after_default_s: limit(5, 'Retry-After if nothing better is known.'),
  model_busy_retry_after_max_s: limit(60, 'Maximum Retry-After of model_busy.'),
  capacity_busy_retry_after_default_s: limit(2, 'Retry-After of capacity_busy if nothing better is known.'),
  capacity_busy_retry_after_max_s: limit(30, 'Maximum Retry-After of capacity_busy.'),
  overloaded_retry_after_max_s: limit(30, 'Maximum Retry-After of overloaded.'),

  // Plan windows and money (contract §8, D-81 to D-86).
  weekly_window_share: limit(0.6, 'Part of the monthly allowance that a week may use.'),
  session_window_share: limit(0.25, 'Part of the monthly allowance that a session may use.'),
  session_window_hours: limit(5, 'Length of a session, from its first use.'),
  /** ISO 8601: 1 is Monday. The week reopens at 00:00 UTC (D-82). */
  weekly_window_starts_on_weekday: limit(1, 'Day on which the week begins, at 00:00 UTC. 1 is Monday.'),
  credit_hold_s: limit(900, 'Maximum time for which a running call holds credits.'),

  // Desktop sign-ins on the Free plan (D-74).
  free_desktop_monthly_tokens: limit(500_000, 'Tokens a month of a desktop sign-in on an unpaid plan.'),
  free_desktop_prompt_tokens: limit(32_768, 'Maximum prompt of a desktop sign-in on an unpaid plan.'),
  free_desktop_concurrent_replies: limit(1, 'Concurrent replies of a desktop sign-in on an unpaid plan.'),

  // Sign-in sessions (D-68, D-69).
  access_token_s: limit(3600, 'How long an access token of a program is valid.'),
  access_token_leeway_s: limit(
    30,
    'How much clocks may differ when the expiry of an access token is checked.',
  ),
  device_code_s: limit(900, 'Time within which a person must confirm the sign-in of a program.'),
  device_poll_interval_s: limit(
    5,
    'Minimum pause between two requests in which a program asks whether its sign-in was confirmed.',
  ),
  refresh_token_reuse_grace_s: limit(
    30,
    'How long a used refresh token may be repeated, in case the response was lost.',
  ),
  refresh_token_idle_days: limit(30, 'How long the sign-in of a program lasts without use.'),
  refresh_token_total_days: limit(90, 'Maximum duration of the sign-in of a program.'),
  token_signing_key_days: limit(90, 'How long one key signs access tokens.'),
  /** Of one network: an IPv4 address, or the 64 bits of an IPv6 address that a site has. On all nodes together. */
  oauth_requests_per_minute: limit(600, 'Requests of one network to the endpoints for sign-in of programs.'),
  oauth_body_bytes: limit(16_384, 'Maximum body of a request to the endpoints for sign-in of programs.'),
  /** Of one network. */
  device_requests_waiting: limit(
    100,
    'Maximum sign-ins of programs from one network that wait for a confirmation.',
  ),
  /** Of all networks together, those included that have expired and are about to be dropped. */
  device_requests_stored: limit(
    100_000,
    'Maximum sign-ins of programs from all networks that are stored, expired ones included.',
  ),
  /** Codes a person may type in 15 minutes, right or wrong. */
  user_code_tries: limit(30, 'Codes of programs that a person may type within 15 minutes.'),
} as const;
