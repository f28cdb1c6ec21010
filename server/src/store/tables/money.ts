import type { Surface } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

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
  /** Null: not known. */
  engine_cost_nanos: number | null;
  plan_milli: Generated<number>;
  plan_windows: Json<readonly number[] | null>;
  node_id: string | null;
  estimated: boolean;
  outcome: 'completed' | 'client_closed' | 'failed';
  metadata: Json<unknown>;
  surface: Surface | null;
  service_tier: Generated<'standard' | 'batch'>;
  created_at: Timestamp;
}

export interface UsageMonthsTable {
  starts_at: Timestamp;
  dropped_at: Timestamp | null;
}

/** Rows of `usage_hours` and `usage_days`: sums of the records that begin in this hour or day. */
export interface UsageSumsTable {
  organization_id: string;
  starts_at: Timestamp;
  key_id: string;
  model: string;
  billing_source: 'subscription' | 'api_credit';
  endpoint: string;
  workspace_id: string;
  user_id: string;
  /** Empty for keys. */
  surface: Surface | '';
  service_tier: 'standard' | 'batch';
  requests: number;
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  cost_nanos: number;
  plan_milli: number;
  /** These four are null where the month's records were dropped before these sums existed. */
  web_searches: number | null;
  cached_input_nanos: number | null;
  output_nanos: number | null;
  tool_nanos: number | null;
}

/** What the records of one organization and model came to, that begin in this day, week or month. */
export interface UsagePeriodsTable {
  period: 'day' | 'week' | 'month';
  starts_at: Timestamp;
  organization_id: string;
  model: string;
  requests: number;
  input_tokens: number;
  output_tokens: number;
  cost_nanos: number;
  engine_cost_nanos: number;
  /** Of these, for calls that the plan paid. */
  plan_engine_cost_nanos: number;
  /** Requests whose engine cost is not known. */
  requests_without_cost: number;
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
  scope: 'organization' | 'workspace' | 'member' | 'key';
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

export interface LimitLeasesTable {
  organization_id: string;
  node_id: string;
  counter: string;
  leased: number;
  usable: boolean;
  expires_at: Timestamp;
}

export interface PaymentsTable {
  transaction_id: string;
  organization_id: string;
  provider: 'manual';
  reference: string;
  amount_nanos: number;
  recorded_by: string;
  created_at: Timestamp;
}
