import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

/** What the records of one statement came to, in the minute in which their calls ended. */
export interface TrafficIncrementsTable {
  id: Generated<number>;
  starts_at: Timestamp;
  /** Empty for none, like those below. */
  model: string;
  engine: string;
  node_id: string;
  /** The error code, `completed` or `client_closed`. */
  code: string;
  requests: number;
  input_tokens: number;
  output_tokens: number;
  cached_input_tokens: Generated<number>;
  /** Of the caches of engines, like what they saved. */
  cache_write_tokens: Generated<number>;
  cache_saved_nanos: Generated<number>;
  first_output_ms: number[];
  duration_ms: number[];
}

/** What the calls of one model, engine, node, code or route came to, over the seconds of a resolution. */
export interface TrafficTable {
  resolution_s: number;
  split_by: 'model' | 'engine' | 'node' | 'code' | 'route';
  starts_at: Timestamp;
  /** Empty for none. */
  name: string;
  requests: number;
  errors: number;
  input_tokens: number;
  output_tokens: number;
  cached_input_tokens: Generated<number>;
  /** Of the caches of engines, like what they saved. */
  cache_write_tokens: Generated<number>;
  cache_saved_nanos: Generated<number>;
  /** Calls by class of their milliseconds. */
  first_output: number[];
  duration: number[];
}

export interface NodesTable {
  id: string;
  reported_at: Timestamp;
  /** As the feature `deployment-health` writes it. */
  report: Json<object>;
}
