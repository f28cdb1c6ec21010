import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export interface JobsTable {
  id: string;
  kind: string;
  key: string | null;
  /** '': the service itself. */
  organization_id: Generated<string>;
  payload: Json<unknown>;
  created_at: Timestamp;
  due_at: Timestamp;
  attempts: Generated<number>;
  leased_by: string | null;
  lease_ends_at: Timestamp | null;
  failure: string | null;
  failed_at: Timestamp | null;
}
