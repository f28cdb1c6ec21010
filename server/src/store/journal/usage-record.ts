import type { Surface } from '@svc/contract';

/**
 * What one answered request used and cost (inference contract §2.7, D-90). Field names are the columns of
 * `usage_records`: the journal's lines go to the database as they are.
 */
export interface UsageRecord {
  readonly request_id: string;
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly key_id: string | null;
  readonly user_id: string | null;
  readonly endpoint: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly billing_source: 'subscription' | 'api_credit';
  readonly price: unknown;
  /** How often tools ran on the service's side, by kind. Absent where none did. */
  readonly server_tool_use?: Readonly<Record<string, number>>;
  readonly cost_nanos: number;
  /** Allowance taken, in thousandths of an allowance token. 0 when credits paid. */
  readonly plan_milli: number;
  /** Of month, week and session: start and end in Unix seconds. Null when credits paid. */
  readonly plan_windows: readonly number[] | null;
  /** The run of a node from whose lease of the wallet the cost is taken: the node's id, a slash, the run's. */
  readonly node_id: string;
  /** The counts are ours, not the engine's (D-89). */
  readonly estimated: boolean;
  readonly outcome: 'completed' | 'client_closed' | 'failed';
  readonly metadata: unknown;
  /** Of the sign-in token it came with. Absent for keys. */
  readonly surface?: Surface;
  /** RFC 3339 in UTC with milliseconds. */
  readonly created_at: string;
}
