import type { JsonWebKeySet, Surface } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export interface TokenSigningKeysTable {
  generation: number;
  kid: string;
  public_key: Json<JsonWebKeySet['keys'][number]>;
  sealed_private_key: Buffer;
  created_at: Timestamp;
}

export interface CodeSessionsTable {
  id: string;
  organization_id: string;
  user_id: string;
  workspace_id: string | null;
  client_id: string;
  surface: Surface;
  scope: string;
  refresh_number: Generated<number>;
  refreshed_at: Timestamp | null;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  console_session_id: string | null;
  sso_connection_id: string | null;
}

export interface DeviceRequestsTable {
  id: string;
  device_fingerprint: Buffer;
  user_code_digest: Buffer;
  client_id: string;
  scope: string;
  status: Generated<'pending' | 'approved' | 'denied' | 'used'>;
  session_id: string | null;
  found_by: string | null;
  interval_s: number;
  polled_at: Timestamp | null;
  network: string;
  ip_address: string;
  user_agent: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface UserCodeTriesTable {
  user_id: string;
  tries: number;
  begun_at: Timestamp;
}

export interface DesktopRepliesTable {
  request_id: string;
  workspace_id: string;
  node_id: string;
  expires_at: Timestamp;
}
