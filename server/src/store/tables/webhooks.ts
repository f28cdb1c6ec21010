import type { AttemptError, DeliveryStatus, WebhookStatus } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, JsonWithDefault, Timestamp } from './column-types.ts';

export interface WebhooksTable {
  id: string;
  organization_id: string;
  workspace_id: string | null;
  url: string;
  events: Json<string[]>;
  description: string | null;
  status: WebhookStatus;
  last_attempt_at: Timestamp | null;
  last_status_code: number | null;
  last_succeeded: boolean | null;
  failing_since_at: Timestamp | null;
  due_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WebhookSecretsTable {
  webhook_id: string;
  generation: number;
  sealed_secret: Buffer;
  expires_at: Timestamp | null;
}

/** A stored attempt. Its number is its position in the list. */
export interface StoredAttempt {
  readonly at_ms: number;
  readonly duration_ms: number;
  readonly status_code: number | null;
  /** Null: it succeeded, or the signing secret could not be read. */
  readonly error: AttemptError | null;
  readonly succeeded: boolean;
}

export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: DeliveryStatus;
  redelivery_of: string | null;
  attempts: JsonWithDefault<StoredAttempt[]>;
  due_at: Timestamp | null;
  leased_by: Generated<string | null>;
  lease_ends_at: Timestamp | null;
  created_at: Timestamp;
  completed_at: Timestamp | null;
}
