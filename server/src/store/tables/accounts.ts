import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';

export interface SessionsTable {
  id: string;
  token: string;
  user_id: string;
  organization_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  expires_at: Timestamp;
  sso_connection_id: string | null;
  sso_ends_at: Timestamp | null;
}

export interface SignInMethodsTable {
  id: string;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SignInChallengesTable {
  id: string;
  identifier: string;
  value: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  expires_at: Timestamp;
  sso_connection_id: string | null;
  sso_ends_at: Timestamp | null;
}

export interface SecondFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: boolean;
  last_step: Generated<number>;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  name: string | null;
  public_key: string;
  credential_id: string;
  counter: number;
  device_type: string;
  backed_up: boolean;
  transports: string | null;
  aaguid: string | null;
  created_at: Timestamp;
}

export interface SignInAttemptsTable {
  subject: Buffer;
  attempts: number;
  window_starts_at: Timestamp;
}

export interface OwnerLinksTable {
  fingerprint: Buffer;
  organization_id: string;
  user_id: string;
  expires_at: Timestamp;
}
