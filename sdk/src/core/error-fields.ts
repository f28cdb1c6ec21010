/** What some codes add to the error object (inference contract §7.3). */
export interface ErrorFields {
  /** Which limit of `quota_exhausted` is used up. `unavailable`: it could not be looked up. */
  readonly limit: 'monthly' | 'weekly' | 'session' | 'spend_limit' | 'no_credits' | 'unavailable';
  /** RFC 3339, or null when only new credits reopen the limit. */
  readonly resets_at: string | null;
  readonly upgrade_url: string;
  readonly add_credit_url: string;
  readonly action_url: string;
  /** The permission that `insufficient_scope` is about. */
  readonly required: 'inference' | 'workspace_resources' | 'code_telemetry';
  /** Why there is `plan_required`. */
  readonly reason: 'free_plan' | 'billing_inactive';
  /** What is switched off where the code is `feature_unavailable`. */
  readonly feature: string;
  /** What the inference hook of the organization says to `policy_denied`, if anything. */
  readonly policy_message: string | null;
  readonly max_bytes: number;
  readonly max_messages: number;
  /** Whose requests `rate_limited` counted. */
  readonly scope: 'api_key' | 'user' | 'workspace' | 'organization';
  /** As `retryAfterSeconds` of the error. */
  readonly retry_after_seconds: number;
}
