/** The codes of both contract documents that belong to no resource, by status: written out by hand so that the catalog is compared, not copied. */
export const CONTRACT_CODES: Readonly<Record<number, readonly string[]>> = {
  400: words(`invalid_json messages_required invalid_request context_length_exceeded model_unavailable
    invalid_surface invalid_capability org_required max_tokens_required invalid_block_type
    unmatched_tool_call invalid_reasoning_block unsupported_content unknown_parameter
    unsupported_parameter input_required input_too_long too_many_inputs invalid_dimensions beta_required
    unknown_beta invalid_version invalid_parameter read_only_field invalid_name override_above_org_limit
    unknown_model`),
  401: words(`unauthenticated invalid_api_key inactive_api_key revoked_api_key expired_api_key invalid_token
    token_revoked`),
  402: words(`quota_exhausted quota_exceeded`),
  403: words(`forbidden public_key_rejected origin_not_allowed insufficient_scope org_membership_required
    account_disabled org_unavailable plan_required model_not_in_plan zero_retention_unavailable
    feature_unavailable inference_not_allowed admin_key_required ip_not_allowed workspace_archived
    region_mismatch policy_denied role_required`),
  404: words(`model_not_found not_found`),
  405: words(`method_not_allowed endpoint_not_supported`),
  408: words(`request_timeout`),
  409: words(`idempotency_key_reused resource_conflict name_taken`),
  413: words(`payload_too_large too_many_messages prompt_too_large`),
  422: words(`output_schema_violation`),
  429: words(`rate_limited model_busy capacity_busy concurrent_request`),
  500: words(`internal_error server_misconfigured`),
  502: words(`upstream_error upstream_unavailable stream_error`),
  503: words(`authorization_unavailable usage_check_unavailable plan_check_unavailable models_unavailable
    model_retention_unverifiable capacity_busy temporarily_unavailable service_unavailable overloaded
    policy_unavailable`),
  504: words(`upstream_timeout`),
};

/** The codes of the Console's own API, which neither document lists. */
export const CONSOLE_CODES: Readonly<Record<number, readonly string[]>> = {
  400: words(`passkey_rejected`),
  401: words(`session_required sign_in_rejected sign_in_expired code_rejected`),
  403: words(`csrf_rejected second_factor_required second_factor_rejected password_rejected email_unproven`),
  404: words(`device_request_not_found engine_not_found link_invalid route_not_found`),
  429: words(`too_many_attempts`),
};

/** The extra fields the contract gives to codes; all other codes have none. */
export const CONTRACT_EXTRAS: Readonly<Record<string, readonly string[]>> = {
  quota_exhausted: ['limit', 'resets_at', 'upgrade_url', 'add_credit_url'],
  quota_exceeded: ['action_url'],
  prompt_too_large: ['action_url'],
  insufficient_scope: ['required'],
  plan_required: ['reason', 'upgrade_url'],
  model_not_in_plan: ['upgrade_url'],
  feature_unavailable: ['feature'],
  policy_denied: ['policy_message'],
  payload_too_large: ['max_bytes'],
  file_too_large: ['max_bytes'],
  too_many_messages: ['max_messages'],
  rate_limited: ['scope', 'retry_after_seconds'],
  capacity_busy: ['retry_after_seconds'],
  usage_check_unavailable: ['limit', 'resets_at'],
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
