/** Numbers of the platform contract (§8) and its decisions. The unit is the last word of the name; no unit means a count. */
export const PLATFORM_LIMITS = {
  // Rates.
  admin_requests_per_minute: 300,
  token_counting_requests_per_minute: 600,
  files_batches_models_requests_per_minute: 1000,
  override_effect_s: 60,
  code_telemetry_requests_per_minute: 60,

  administration_body_bytes: 1_048_576,
  code_telemetry_body_bytes: 1_048_576,
  /** What one counter of a code client must stay below in a day (CODE-07). */
  code_telemetry_daily_count: 10_000_000,

  // Lists and idempotency (D-PAGE-1, D-IDEM-2).
  page_items: 100,
  page_items_default: 20,
  idempotency_key_characters: 255,
  idempotency_hours: 24,

  // Keys, people, organization.
  key_name_characters: 100,
  key_usage_update_s: 60,
  allowed_origins: 100,
  allowed_ips: 100,
  allowed_ipv4_prefix_min_bits: 8,
  allowed_ipv6_prefix_min_bits: 32,
  organization_name_characters: 100,
  invite_days: 21,
  audit_event_days: 400,
  /** A week is dropped when its last record is as old. */
  request_record_days: 30,
  ip_denied_audit_interval_s: 60,
  admin_role_cache_s: 60,
  usage_report_day_buckets: 31,
  usage_report_hour_buckets: 168,
  usage_report_minute_buckets: 1440,
  usage_report_day_buckets_default: 7,
  usage_report_hour_buckets_default: 24,
  usage_report_minute_buckets_default: 60,

  // Workspaces.
  active_workspaces: 100,
  workspace_name_characters: 40,
  workspace_description_characters: 200,

  // Webhooks.
  webhooks_per_workspace: 20,
  webhook_url_characters: 2048,
  webhook_description_characters: 200,
  webhook_payload_bytes: 65_536,
  webhook_timeout_s: 10,
  webhook_retry_hours: 72,
  webhook_disable_after_hours: 72,
  webhook_delivery_log_days: 30,
  webhook_secret_overlap_hours: 24,
  webhook_secrets_kept: 5,
  webhook_signature_tolerance_s: 300,

  // Inference hook. Its URL and the overlap of its secrets are bounded as those of webhooks.
  inference_hook_timeout_min_ms: 100,
  inference_hook_timeout_ms: 10_000,
  inference_hook_timeout_default_ms: 2000,
  inference_hook_headers: 10,
  inference_hook_header_name_characters: 100,
  inference_hook_header_value_characters: 4096,
  inference_hook_failing_s: 300,

  // Tunnels.
  tunnels_per_workspace: 25,
  connectors_per_tunnel: 10,
  targets_per_tunnel: 20,
  tunnel_name_characters: 64,
  tunnel_description_characters: 200,
  tunnel_target_characters: 2048,
  mcp_message_bytes: 10_485_760,
  mcp_call_timeout_s: 120,
  connector_concurrent_calls: 64,
  connector_ping_s: 15,
  connector_silence_s: 45,
  token_grace_s: 86_400,
  token_grace_default_s: 3600,
  certificates_per_tunnel: 20,
  certificate_days: 365,
  certificate_days_default: 90,
  certificate_request_bytes: 8192,

  // Files and batches. 100 MB, 500 MB and 100 GB are binary units (D-FILE-3).
  file_bytes: 104_857_600,
  large_file_bytes: 524_288_000,
  file_expiry_days: 90,
  file_expiry_default_days: 30,
  file_expiry_zero_retention_days: 1,
  workspace_storage_bytes: 107_374_182_400,
  workspace_files: 10_000,
  batch_requests: 50_000,
  open_batches_per_organization: 100,
  batch_window_hours: 24,
  batch_discount_share: 0.5,
  batch_custom_id_characters: 256,
  batch_line_attempts: 5,
  batch_reported_errors: 100,

  // Prompt templates, prompt tools, plugins.
  prompt_templates_per_workspace: 1000,
  versions_per_prompt_template: 1000,
  prompt_template_messages: 100,
  prompt_template_variables: 100,
  labels_per_prompt_template: 100,
  prompt_template_name_characters: 63,
  prompt_template_label_characters: 40,
  prompt_task_characters: 32_000,
  plugin_bytes: 52_428_800,
  plugin_unpacked_bytes: 209_715_200,
  plugin_entries: 2000,
  plugin_name_characters: 64,
  plugins_per_organization: 100,

  // Console (D-CONS-1).
  password_min_characters: 12,
  recovery_codes: 10,
  console_session_idle_hours: 12,
  console_session_total_days: 30,
  console_requests_per_minute: 600,
  /** Of one network, to whatever takes no credential, save OAuth's endpoints, which have a count of their own. */
  unauthenticated_requests_per_minute: 600,
  /** Of a request without a credential. */
  unauthenticated_body_bytes: 16_384,
  person_name_characters: 100,
  group_name_characters: 100,
  group_members: 1000,
  groups_per_organization: 1000,
  payment_reference_characters: 100,

  // Mail (D-CONS-8).
  mail_hours: 72,
  mail_days: 90,
  mails_per_recipient_per_hour: 5,
  mails_per_recipient_per_day: 20,

  // The description file (platform contract §4.10).
  description_cache_s: 300,
} as const;
