import type { HookEvent, HookFallback, HookMode } from '@svc/contract';
import type { Json, Timestamp } from './column-types.ts';

export interface InferenceHooksTable {
  organization_id: string;
  url: string;
  mode: HookMode;
  on_failure: HookFallback;
  timeout_ms: number;
  events: Json<HookEvent[]>;
  workspace_ids: Json<string[] | null>;
  header_names: Json<string[]>;
  sealed_headers: Buffer;
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_expires_at: Timestamp | null;
  failing_since_at: Timestamp | null;
  last_failure_at: Timestamp | null;
  last_verdict_at: Timestamp | null;
  alarmed_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface InferenceHookMinutesTable {
  organization_id: string;
  minute_at: Timestamp;
  calls: number;
  denied: number;
  failed: number;
}
