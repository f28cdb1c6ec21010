import { limit } from './limit.ts';

/** Numbers of the platform contract (§8) and its decisions that belong to no resource. The unit is the last word of the name; no unit means a count. */
export const PLATFORM_LIMITS = {
  // Rates.
  admin_requests_per_minute: limit(300, 'Requests of one organization to the Admin API.'),
  token_counting_requests_per_minute: limit(600, 'Token counts of one key.'),
  files_batches_models_requests_per_minute: limit(
    1000,
    'Requests of one key for files, batches, webhooks and the like.',
  ),
  override_effect_s: limit(60, 'Maximum time until changed limits of a workspace apply.'),
  code_telemetry_requests_per_minute: limit(60, 'Reports of code clients with one key or of one person.'),

  administration_body_bytes: limit(1_048_576, 'Maximum body of a request that is no model call.'),
  code_telemetry_body_bytes: limit(1_048_576, 'Maximum report of a code client, compressed or not.'),
  /** What one counter of a code client must stay below in a day (CODE-07). */
  code_telemetry_daily_count: limit(
    10_000_000,
    'What each number that code clients report for a person and day must stay below.',
  ),

  // Lists and idempotency (D-PAGE-1, D-IDEM-2).
  page_items: limit(100, 'Maximum items of a page of a list.'),
  page_items_default: limit(20, 'Default number of items of a page of a list.'),
  idempotency_key_characters: limit(255, 'Maximum length of an Idempotency-Key.'),
  idempotency_hours: limit(24, 'How long a request with an Idempotency-Key can be repeated.'),

  // Reports.
  usage_report_day_buckets: limit(31, 'Maximum days of one page of a usage report.'),
  usage_report_hour_buckets: limit(168, 'Maximum hours of one page of a usage report.'),
  usage_report_minute_buckets: limit(1440, 'Maximum minutes of one page of a usage report.'),
  usage_report_day_buckets_default: limit(7, 'Default number of days of one page of a usage report.'),
  usage_report_hour_buckets_default: limit(24, 'Default number of hours of one page of a usage report.'),
  usage_report_minute_buckets_default: limit(60, 'Default number of minutes of one page of a usage report.'),

  // Console (D-CONS-1).
  console_requests_per_minute: limit(600, 'Requests of one person in the Console.'),
  /** Of one network, to whatever takes no credential, save OAuth's endpoints, which have a count of their own. */
  unauthenticated_requests_per_minute: limit(600, 'Requests of one network without a credential.'),
  /** Of a request without a credential. */
  unauthenticated_body_bytes: limit(16_384, 'Maximum body of a request without a credential.'),

  // The description file (platform contract §4.10).
  description_cache_s: limit(300, 'How long clients may keep the API description.'),
} as const;
