import type { AuditEvent } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, JsonWithDefault, Timestamp } from './column-types.ts';

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

export interface IdempotentResponsesTable {
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
  /** The JSON that webhooks send, byte for byte. */
  body: string;
  dedupe_key: string | null;
  created_at: Timestamp;
  /** Assigned after the commit; null until then. */
  position: Generated<number | null>;
}

export interface EventCursorsTable {
  consumer: string;
  position: number;
}

export interface ResponseItemsTable {
  workspace_id: string;
  item_id: string;
  sealed: Buffer;
  created_at: Timestamp;
}

export interface SignedRepliesTable {
  organization_id: string;
  call_id: string;
  sealed: Buffer;
  created_at: Timestamp;
}

export interface ReplyMarksTable {
  workspace_id: string;
  digest: Buffer;
  reasoning_blocks: number;
  created_at: Timestamp;
}
