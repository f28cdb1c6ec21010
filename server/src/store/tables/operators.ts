import type { OperatorEvent, OperatorRole } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, JsonWithDefault, Timestamp } from './column-types.ts';

export interface OperatorsTable {
  id: string;
  email: string;
  name: string;
  role: OperatorRole;
  password: string | null;
  authenticator: Buffer | null;
  last_step: Generated<number>;
  /** Of the provider by which they sign in, with their subject there. Null: with a password. */
  issuer: Generated<string | null>;
  subject: Generated<string | null>;
  /** Null: not since this is kept. */
  signed_in_at: Generated<Timestamp | null>;
  created_at: Timestamp;
  removed_at: Timestamp | null;
}

export interface OperatorLinksTable {
  operator_id: string;
  fingerprint: Buffer;
  expires_at: Timestamp;
}

export interface OperatorSessionsTable {
  id: string;
  /** Of the provider at which it began. Null: with a password. */
  issuer: Generated<string | null>;
  fingerprint: Buffer;
  operator_id: string;
  created_at: Timestamp;
  used_at: Timestamp;
  expires_at: Timestamp;
}

export interface OperatorKeysTable {
  id: string;
  name: string;
  role: OperatorRole;
  fingerprint: Buffer;
  prefix: string;
  allowed_ips: JsonWithDefault<string[]>;
  created_by: string | null;
  created_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export interface RoutesOutOfServiceTable {
  model: string;
  engine: string;
  reason: string | null;
  created_at: Timestamp;
}

export interface EngineProbesTable {
  engine: string;
  /** Null: no probe is under way. */
  lease_ends_at: Timestamp | null;
  /** Null: none has ended. */
  ended_at: Timestamp | null;
  working_keys: JsonWithDefault<string[]>;
}

export interface OperatorEventsTable {
  id: string;
  event: string;
  actor: Json<OperatorEvent['actor']>;
  resource: Json<OperatorEvent['resource']>;
  organization_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string | null;
  changes: Json<OperatorEvent['changes']>;
  details: Json<OperatorEvent['details']>;
  created_at: Timestamp;
}
