import type { Surface } from '@svc/contract';
import type { CallFacts } from './call-record.ts';

/**
 * What one answered request used and cost (inference contract §2.7, D-90). Field names are the columns of
 * `usage_records`, those of how the call went the columns of `request_records`: journal lines are inserted as they are.
 * An earlier version's record does not say how the call went.
 */
export interface UsageRecord extends Partial<CallFacts> {
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
  /** How often each server tool ran. Absent when none did. */
  readonly server_tool_use?: Readonly<Record<string, number>>;
  readonly cost_nanos: number;
  /** What the engines cost that answered, as far as their routes have a cost. For operators alone. Undefined: none has. */
  readonly engine_cost_nanos?: number | undefined;
  /** Input that engines wrote to their caches. For operators alone. Absent: none. */
  readonly cache_write_tokens?: number;
  /** What those caches saved. For operators alone. Absent: nothing, or the cost is not known. */
  readonly cache_saved_nanos?: number;
  /** Allowance taken, in thousandths of an allowance token. 0 when credits paid. */
  readonly plan_milli: number;
  /** Start and end of month, week and session in Unix seconds. Null when credits paid. */
  readonly plan_windows: readonly number[] | null;
  /** The node run whose wallet lease pays the cost: the node's id, a slash, the run's id. */
  readonly node_id: string;
  /** The counts are our own estimate, not the engine's (D-89). */
  readonly estimated: boolean;
  readonly outcome: 'completed' | 'client_closed' | 'failed';
  readonly metadata: unknown;
  /** The surface of its sign-in token. Absent for keys. */
  readonly surface?: Surface;
  /** Absent: an ordinary, synchronous request. */
  readonly service_tier?: 'batch';
  /** RFC 3339 in UTC with milliseconds. */
  readonly created_at: string;
}
