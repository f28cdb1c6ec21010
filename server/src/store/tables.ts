import type { AuditEvent, McpPolicy } from '@svc/contract';
import type { ColumnType, Generated } from 'kysely';

/** timestamptz: epoch milliseconds in both directions (see TimestampPlugin). */
type Timestamp = number;
/** jsonb: parsed on read, any JSON value on write. */
type Json<T> = ColumnType<T, T, T>;
type JsonWithDefault<T> = ColumnType<T, T | undefined, T>;

export interface OrganizationsTable {
  id: string;
  name: string;
  provisioning_name: string;
  mcp_policy: JsonWithDefault<McpPolicy>;
  allowed_email_domains: JsonWithDefault<string[]>;
  status: Generated<'active' | 'unavailable'>;
  plan: string;
  billing: Generated<'active' | 'inactive'>;
  zero_data_retention: Generated<boolean>;
  credits_enabled: Generated<boolean>;
  epoch: Generated<number>;
  subscribed_at: Timestamp;
  created_at: Timestamp;
}

export interface UsersTable {
  id: string;
  email: string;
  name: string;
  account: Generated<'enabled' | 'disabled'>;
  created_at: Timestamp;
}

export type MemberRole = 'primary_owner' | 'owner' | 'administrator' | 'developer' | 'billing' | 'member';

export interface MembersTable {
  organization_id: string;
  user_id: string;
  role: MemberRole;
  status: Generated<'active' | 'suspended' | 'removed'>;
  added_at: Timestamp;
}

export interface WorkspacesTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  is_default: Generated<boolean>;
  data_region: Generated<string>;
  allowed_ips: JsonWithDefault<string[]>;
  archived_at: Timestamp | null;
  created_at: Timestamp;
}

export type WorkspaceRole = 'workspace_user' | 'workspace_developer' | 'workspace_admin';

export interface WorkspaceMembersTable {
  organization_id: string;
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
  added_at: Timestamp;
}

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

export interface MemberGroupsTable {
  id: string;
  organization_id: string;
  name: string;
  created_at: Timestamp;
}

export interface MemberGroupUsersTable {
  group_id: string;
  user_id: string;
}

export interface SpendLimitsTable {
  id: string;
  organization_id: string;
  scope: 'organization' | 'workspace' | 'member' | 'group';
  workspace_id: string | null;
  user_id: string | null;
  group_id: string | null;
  limit_nanos: number;
  created_at: Timestamp;
  updated_at: Timestamp;
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

export interface UsageRecordsTable {
  request_id: string;
  organization_id: string;
  workspace_id: string;
  key_id: string | null;
  user_id: string | null;
  endpoint: string;
  model: string;
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  billing_source: 'subscription' | 'api_credit';
  price: Json<unknown>;
  server_tool_use: Json<unknown>;
  cost_nanos: number;
  plan_milli: Generated<number>;
  plan_windows: Json<readonly number[] | null>;
  node_id: string | null;
  estimated: boolean;
  outcome: 'completed' | 'client_closed' | 'failed';
  metadata: Json<unknown>;
  created_at: Timestamp;
}

export interface UsageMonthsTable {
  starts_at: Timestamp;
  dropped_at: Timestamp | null;
}

/** Of `usage_hours` and `usage_days`: what the records that begin in this hour or day add up to. */
export interface UsageSumsTable {
  organization_id: string;
  starts_at: Timestamp;
  key_id: string;
  model: string;
  billing_source: 'subscription' | 'api_credit';
  endpoint: string;
  workspace_id: string;
  user_id: string;
  requests: number;
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  cost_nanos: number;
  plan_milli: number;
}

export interface PlanUsageTable {
  organization_id: string;
  kind: 'monthly' | 'weekly' | 'session';
  starts_at: Timestamp;
  ends_at: Timestamp;
  used_milli: number;
}

export interface CreditSpendTable {
  organization_id: string;
  month_starts_at: Timestamp;
  scope: 'organization' | 'workspace' | 'member';
  scope_id: string;
  spent_nanos: number;
}

export interface LedgerEntriesTable {
  transaction_id: string;
  organization_id: string;
  account: 'wallet' | 'revenue' | 'issued';
  amount_nanos: number;
  kind: 'usage' | 'grant';
  note: string | null;
  created_at: Timestamp;
}

export interface WalletsTable {
  organization_id: string;
  balance_nanos: number;
  reload_trigger_nanos: Generated<number | null>;
  low_balance_told: Generated<boolean>;
}

export interface WalletLeasesTable {
  organization_id: string;
  node_id: string;
  leased_nanos: number;
  expires_at: Timestamp;
}

export interface AuditEventsTable {
  id: string;
  organization_id: string;
  workspace_id: string | null;
  event: string;
  actor: Json<AuditEvent['actor']>;
  resource: Json<AuditEvent['resource']>;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string | null;
  changes: JsonWithDefault<AuditEvent['changes']>;
  details: JsonWithDefault<AuditEvent['details']>;
  created_at: Timestamp;
}

export interface InvitesTable {
  id: string;
  organization_id: string;
  email: string;
  role: Exclude<MemberRole, 'primary_owner'>;
  workspaces: JsonWithDefault<{ readonly workspace_id: string; readonly role: WorkspaceRole }[]>;
  status: Generated<'pending' | 'accepted' | 'deleted'>;
  invited_by: string;
  invited_at: Timestamp;
  expires_at: Timestamp;
  accepted_at: Timestamp | null;
}

export interface IdempotentAnswersTable {
  organization_id: string;
  workspace_id: string;
  request: string;
  key: string;
  body_digest: Buffer;
  status: number;
  sealed_answer: Buffer;
  expires_at: Timestamp;
}

export interface OutboxEventsTable {
  id: string;
  organization_id: string;
  workspace_id: string | null;
  type: string;
  data: Json<unknown>;
  dedupe_key: string | null;
  created_at: Timestamp;
}

export interface ReplyMarksTable {
  workspace_id: string;
  digest: Buffer;
  reasoning_blocks: number;
  created_at: Timestamp;
}

/** Every table of the migrations, as Kysely sees it. */
export interface Tables {
  organizations: OrganizationsTable;
  users: UsersTable;
  members: MembersTable;
  workspaces: WorkspacesTable;
  workspace_members: WorkspaceMembersTable;
  api_keys: ApiKeysTable;
  admin_keys: AdminKeysTable;
  member_groups: MemberGroupsTable;
  member_group_users: MemberGroupUsersTable;
  spend_limits: SpendLimitsTable;
  model_allowlists: ModelAllowlistsTable;
  rate_limit_overrides: RateLimitOverridesTable;
  usage_records: UsageRecordsTable;
  usage_months: UsageMonthsTable;
  usage_hours: UsageSumsTable;
  usage_days: UsageSumsTable;
  plan_usage: PlanUsageTable;
  credit_spend: CreditSpendTable;
  ledger_entries: LedgerEntriesTable;
  wallets: WalletsTable;
  wallet_leases: WalletLeasesTable;
  outbox_events: OutboxEventsTable;
  audit_events: AuditEventsTable;
  invites: InvitesTable;
  idempotent_answers: IdempotentAnswersTable;
  reply_marks: ReplyMarksTable;
}
