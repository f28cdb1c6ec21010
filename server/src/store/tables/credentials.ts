import type { Generated } from 'kysely';
import type { Json, JsonWithDefault, Timestamp } from './column-types.ts';

export type StoredKeyStatus = 'active' | 'inactive' | 'revoked';

export interface ApiKeysTable {
  id: string;
  organization_id: string;
  workspace_id: string;
  created_by: string;
  name: string;
  kind: 'private' | 'public' | 'svc_code';
  fingerprint: Buffer;
  prefix: string;
  hint: string;
  status: Generated<StoredKeyStatus>;
  allowed_origins: JsonWithDefault<string[]>;
  allowed_ips: JsonWithDefault<string[]>;
  pinned_version: string;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  last_used_ip: string | null;
  use_count: Generated<number>;
  allowed_models: JsonWithDefault<string[]>;
  monthly_budget_nanos: number | null;
  requests_per_minute: number | null;
  input_tokens_per_minute: number | null;
  output_tokens_per_minute: number | null;
  /** What the key that this one replaces had spent of the budget, in `carried_month_starts_at`. */
  carried_nanos: Generated<number>;
  carried_month_starts_at: Timestamp | null;
}

export interface AdminKeysTable {
  id: string;
  organization_id: string;
  created_by: string;
  name: string;
  fingerprint: Buffer;
  prefix: string;
  status: Generated<StoredKeyStatus>;
  allowed_ips: JsonWithDefault<string[]>;
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface ModelAllowlistsTable {
  organization_id: string;
  workspace_id: string | null;
  models: Json<string[]>;
}

export interface RateLimitOverridesTable {
  organization_id: string;
  workspace_id: string;
  model: string;
  requests_per_minute: number | null;
  input_tokens_per_minute: number | null;
  output_tokens_per_minute: number | null;
}
