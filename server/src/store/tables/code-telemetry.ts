import type { CodeCounter } from '@svc/contract';
import type { Json, Timestamp } from './column-types.ts';

export interface CodeCountsTable {
  organization_id: string;
  starts_at: Timestamp;
  /** Empty for sign-in tokens. */
  key_id: string;
  user_id: string;
  workspace_id: string;
  counter: CodeCounter;
  /** Empty where the counter has none. */
  tool: string;
  count: number;
}

export interface CodeSeriesTable {
  organization_id: string;
  actor_id: string;
  series: string;
  /** Start and end of points, in microseconds, by their end. */
  counted: Json<(readonly [startUs: number, endUs: number])[]>;
  value: number;
  updated_at: Timestamp;
}
