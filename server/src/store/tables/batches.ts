import type { BatchProblem, BatchResultType, BatchStatus, BetaFlag, LineEndpoint } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export interface BatchesTable {
  id: string;
  organization_id: string;
  workspace_id: string;
  created_by: string;
  key_id: string | null;
  user_id: string;
  betas: Json<readonly BetaFlag[]>;
  version: string | null;
  status: BatchStatus;
  ending: 'completed' | 'expired' | 'canceled' | null;
  input_file_id: string;
  output_file_id: string | null;
  endpoint: LineEndpoint | null;
  metadata: Json<Readonly<Record<string, string>>>;
  problems: Json<readonly BatchProblem[]>;
  output_days: number;
  total: Generated<number>;
  succeeded: Generated<number>;
  errored: Generated<number>;
  canceled: Generated<number>;
  expired: Generated<number>;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  reasoning_tokens: Generated<number>;
  cost_nanos: Generated<number>;
  direct_nanos: Generated<number>;
  plan_milli: Generated<number>;
  created_at: Timestamp;
  in_progress_at: Timestamp | null;
  cancel_requested_at: Timestamp | null;
  resumes_at: Timestamp | null;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  /** False once the lines of an ended batch were deleted. */
  has_lines: Generated<boolean>;
}

export interface BatchLinesTable {
  batch_id: string;
  line: number;
  endpoint: LineEndpoint;
  custom_id: Buffer;
  body: Buffer | null;
  body_bytes: number;
  state: 'waiting' | 'running' | BatchResultType;
  attempts: Generated<number>;
  due_at: Timestamp;
  claim_id: string | null;
  lost_claims: Generated<number>;
  lease_ends_at: Timestamp | null;
  status_code: number | null;
  error_code: string | null;
  request_id: string | null;
  result: Buffer | null;
}
