import type { LimitName } from '@svc/contract';

/** Limits that are the contract's number whatever a deployment says. */
export const LIMITS_WITHOUT_EFFECT: readonly LimitName[] = [
  'admin_role_cache_s',
  'allowed_ipv4_prefix_min_bits',
  'allowed_ipv6_prefix_min_bits',
  'capacity_busy_retry_after_default_s',
  'capacity_busy_retry_after_max_s',
  'capacity_lease_s',
  'capacity_manager_timeout_ms',
  'connector_concurrent_calls',
  'description_cache_s',
  'ip_denied_audit_interval_s',
  'key_usage_update_s',
  'model_busy_retry_after_max_s',
  'override_effect_s',
  'retry_after_default_s',
  'usage_after_abort_s',
  // Receivers compare times.
  'webhook_signature_tolerance_s',
];
