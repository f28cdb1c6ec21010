import type { TunnelAuthMode } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export interface TunnelsTable {
  id: string;
  organization_id: string;
  workspace_id: string;
  name: string;
  description: string | null;
  allowed_targets: Json<readonly string[]>;
  auth_mode: TunnelAuthMode;
  disabled: Generated<boolean>;
  last_seen_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
}

export interface TunnelTokensTable {
  fingerprint: Buffer;
  tunnel_id: string;
  created_at: Timestamp;
  expires_at: Timestamp | null;
}

export interface TunnelCertificatesTable {
  id: string;
  tunnel_id: string;
  name: string | null;
  fingerprint: Buffer;
  serial_number: string;
  certificate_pem: string;
  ca_certificate_pem: string;
  not_before_at: Timestamp;
  not_after_at: Timestamp;
  created_at: Timestamp;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

export interface TunnelAuthoritiesTable {
  id: number;
  certificate_pem: string;
  sealed_key: Buffer;
  created_at: Timestamp;
}

export interface TunnelConnectionsTable {
  id: string;
  tunnel_id: string;
  node_id: string;
  node_url: string | null;
  credential: Buffer | null;
  connector_version: string;
  remote_ip: string;
  max_inflight: number;
  inflight: number;
  draining: Generated<boolean>;
  requests_1h: number;
  errors_1h: number;
  connected_at: Timestamp;
  last_seen_at: Timestamp;
  lease_ends_at: Timestamp;
}
