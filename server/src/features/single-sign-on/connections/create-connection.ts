import { ApiError, type SsoConnection, type SsoConnectionCreation } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import { newId } from '#kit';
import type { StoredOidc, StoredSaml } from '#store';
import { insertConnection } from '../store/connections.ts';
import { requireDomains, requireWorkspaces } from './connection-references.ts';
import type { ConnectionSecrets } from './connection-secrets.ts';
import { readConnection } from './connections.ts';
import { readCertificates } from './saml-certificates.ts';

/** Claims and attributes as most providers call them (D-SSO-6). */
const ATTRIBUTES = { email: 'email', name: 'name', groups: 'groups' } as const;

/**
 * Makes a draft (D-SSO-9). Throws 403 `role_required`, 400 `invalid_parameter`, 404 `domain_not_found` and `workspace_not_found`.
 */
export async function createConnection(
  secrets: ConnectionSecrets,
  change: MutationContext,
  settings: SsoConnectionCreation,
): Promise<SsoConnection> {
  requireOwner(change);
  const { scope, nowMs } = change;
  const { oidc, saml, attribute_map, domains, ...plain } = settings;
  requireOwnProtocol(settings);
  await requireWorkspaces(scope, settings.group_roles);
  const id = newId('sso_', nowMs);
  const secret = oidc?.client_secret;
  const at = { id, organization_id: scope.organizationId };
  await insertConnection(scope, {
    ...plain,
    id,
    status: 'draft',
    domains: await requireDomains(scope, domains),
    oidc: oidc ? toStoredOidc(oidc) : null,
    saml: saml ? toStoredSaml(saml) : null,
    sealed_secret: secret === undefined ? null : secrets.seal(at, secret),
    attribute_map: {
      email: attribute_map.email ?? ATTRIBUTES.email,
      name: attribute_map.name ?? ATTRIBUTES.name,
      groups: attribute_map.groups ?? ATTRIBUTES.groups,
    },
    created_at: nowMs,
    updated_at: nowMs,
  });
  await auditChange(change, { event: 'sso_connection.created', resource: { type: 'sso_connection', id } });
  return readConnection(scope, id);
}

function requireOwnProtocol({ protocol, oidc, saml }: SsoConnectionCreation): void {
  const other = protocol === 'oidc' ? 'saml' : 'oidc';
  const given = { oidc, saml };
  if (given[protocol] === undefined)
    throw new ApiError('invalid_parameter', {
      param: protocol,
      message: `${protocol} is required with the protocol ${protocol}.`,
    });
  if (given[other] !== undefined)
    throw new ApiError('invalid_parameter', {
      param: other,
      message: `${other} does not belong to the protocol ${protocol}.`,
    });
}

function toStoredOidc(oidc: NonNullable<SsoConnectionCreation['oidc']>): StoredOidc {
  const { client_secret: _, client_secret_expires_at: endMs, ...rest } = oidc;
  return { ...rest, secret_issuer: oidc.issuer, client_secret_expires_at_ms: endMs };
}

function toStoredSaml(saml: NonNullable<SsoConnectionCreation['saml']>): StoredSaml {
  return { ...saml, certificates: readCertificates(saml.certificates) };
}
