import type { Generated } from 'kysely';
import type { CallOutcome } from '../journal/call-record.ts';
import type { Timestamp } from './column-types.ts';

export interface RequestRecordsTable {
  request_id: string;
  organization_id: string;
  /** Empty for an admin key, which belongs to no workspace. */
  workspace_id: string;
  key_id: string | null;
  user_id: string | null;
  endpoint: string;
  model: string | null;
  streamed: Generated<boolean>;
  service_tier: Generated<'standard' | 'batch'>;
  outcome: CallOutcome;
  status: number | null;
  error_code: string | null;
  engine_fault: string | null;
  /** The engine that the call was given to last, and the node that took it. */
  engine: string | null;
  node_id: string | null;
  queued_ms: number | null;
  first_output_ms: number | null;
  duration_ms: number | null;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  /** Of the caches of engines, like what they saved. For operators alone. */
  cache_write_tokens: number | null;
  cache_saved_nanos: number | null;
  output_tokens: Generated<number>;
  cost_nanos: Generated<number>;
  unlisted_calls: Generated<number>;
  created_at: Timestamp;
}

/** Rows of `request_hours` and `request_days`: sums of the records that begin in this hour or day. */
export interface RequestSumsTable {
  organization_id: string;
  starts_at: Timestamp;
  workspace_id: string;
  /** Empty for none. */
  user_id: string;
  outcome: CallOutcome;
  /** 0: the caller left before there was one. */
  status: number;
  requests: number;
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  cost_nanos: number;
}
