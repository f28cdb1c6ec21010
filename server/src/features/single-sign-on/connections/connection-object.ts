import type { SsoConnection } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { StoredOidc, StoredSaml } from '#store';
import type { ConnectionRow } from '../store/connections.ts';

/** The connection as owners see it, without its secrets (D-SSO-6, D-SSO-7). */
export function toConnectionObject(row: ConnectionRow): SsoConnection {
  return {
    id: row.id,
    type: 'sso_connection',
    name: row.name,
    protocol: row.protocol,
    domains: [...row.domains],
    status: row.status,
    oidc: row.oidc && toOidc(row.oidc),
    saml: row.saml && toSaml(row.saml),
    attribute_map: row.attribute_map,
    provisioning: row.provisioning,
    default_role: row.default_role,
    group_roles: row.group_roles,
    allow_idp_initiated: row.allow_idp_initiated,
    trust_second_factor: row.trust_second_factor,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    last_used_at: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
  };
}

function toOidc({ issuer, client_id, scopes, client_secret_expires_at_ms: endMs }: StoredOidc) {
  return {
    issuer,
    client_id,
    scopes,
    client_secret_expires_at: endMs === null ? null : toTimestamp(endMs),
  };
}

function toSaml({ idp_entity_id, sso_url, certificates }: StoredSaml) {
  return {
    idp_entity_id,
    sso_url,
    certificates: certificates.map(({ fingerprint, not_after_ms: endMs }) => ({
      fingerprint,
      not_after: toTimestamp(endMs),
    })),
  };
}
