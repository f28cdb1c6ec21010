import type {
  SsoConnection,
  SsoDefaultRole,
  SsoFailureReason,
  SsoProtocol,
  SsoProvisioning,
  SsoStatus,
  SsoTestReport,
} from '@svc/contract';
import type { Generated } from 'kysely';
import type { Json, JsonWithDefault, Timestamp } from './column-types.ts';

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
  groups: JsonWithDefault<readonly string[] | null>;
  created_at: Timestamp;
  signed_in_at: Generated<Timestamp | null>;
}

/** A person as a provider names them. */
export interface StoredPerson {
  readonly subject: string;
  readonly email: string;
  /** Of the email, in lower case. */
  readonly domain: string;
  readonly isEmailUnverified: boolean;
  readonly name?: string | undefined;
  readonly groups: readonly string[];
  /** The provider says that it asked for a second factor. */
  readonly usedSecondFactor: boolean;
  /** When the provider ends the session, in epoch milliseconds (SSO-18). */
  readonly sessionEndsAtMs?: number | undefined;
}

export interface SsoResponsesTable {
  fingerprint: Buffer;
  connection_id: string;
  connection_updated_at: Timestamp;
  request_id: string;
  relay_state: string;
  /** Null: the response of a test was refused. */
  person: Json<StoredPerson> | null;
  /** Of a test. */
  attributes: Json<Readonly<Record<string, unknown>>> | null;
  failure: Json<StoredSsoFailure> | null;
  expires_at: Timestamp;
}

/** As in the report of a test. */
export type StoredSsoFailure = Pick<SsoTestReport, 'expected' | 'received' | 'provider_error'> & {
  readonly reason: SsoFailureReason;
};

export interface SsoUsedMessagesTable {
  connection_id: string;
  digest: Buffer;
  expires_at: Timestamp;
}

export interface SsoTestReportsTable {
  connection_id: string;
  organization_id: string;
  tested_at: Timestamp;
  settings_at: Timestamp;
  sealed_report: Buffer;
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
