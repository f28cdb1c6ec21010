import type { SsoConnection, SsoDefaultRole, SsoProtocol, SsoProvisioning, SsoStatus } from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export interface StoredOidc {
  readonly issuer: string;
  /** The one that the client secret was given for: an issuer that is set later must not be sent it. */
  readonly secret_issuer: string;
  readonly client_id: string;
  readonly scopes: string;
  readonly client_secret_expires_at_ms: number | null;
}

export interface StoredSaml {
  readonly idp_entity_id: string;
  readonly sso_url: string;
  readonly certificates: readonly {
    readonly pem: string;
    readonly fingerprint: string;
    readonly not_after_ms: number;
  }[];
}

export interface SsoConnectionsTable {
  id: string;
  organization_id: string;
  name: string;
  protocol: SsoProtocol;
  domains: Json<readonly string[]>;
  status: SsoStatus;
  oidc: Json<StoredOidc | null>;
  saml: Json<StoredSaml | null>;
  sealed_secret: Buffer | null;
  sealed_previous_secret: Buffer | null;
  previous_secret_expires_at: Timestamp | null;
  attribute_map: Json<SsoConnection['attribute_map']>;
  provisioning: SsoProvisioning;
  default_role: SsoDefaultRole;
  group_roles: Json<SsoConnection['group_roles']>;
  allow_idp_initiated: boolean;
  trust_second_factor: boolean;
  tested_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface SsoLinksTable {
  connection_id: string;
  subject: string;
  user_id: string;
  created_at: Timestamp;
  signed_in_at: Generated<Timestamp | null>;
}

export interface SsoTestsTable {
  fingerprint: Buffer;
  connection_id: string;
  user_id: string;
  expires_at: Timestamp;
}

export interface SsoEndNoticesTable {
  connection_id: string;
  subject: string;
  ends_at: Timestamp;
}
