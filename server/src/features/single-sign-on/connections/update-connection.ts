import { ApiError, type SsoConnection, type SsoConnectionUpdate } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import { DAY_MS } from '#kit';
import {
  findActiveRival,
  setConnection,
  type ConnectionChange,
  type ConnectionRow,
} from '../store/connections.ts';
import { deleteLinks } from '../store/links.ts';
import { toConnectionObject } from './connection-object.ts';
import { requireDomains, requireVerified, requireWorkspaces } from './connection-references.ts';
import type { ConnectionSecrets } from './connection-secrets.ts';
import { requireConnection } from './connections.ts';
import { endSignIns } from './end-sign-ins.ts';
import { mergeOidc, mergeSaml } from './merge-settings.ts';

/** For how long the client secret before the current one is tried (D-SSO-21). */
const PREVIOUS_SECRET_MS = 7 * DAY_MS;

export interface ConnectionUpdateDeps {
  readonly secrets: ConnectionSecrets;
  readonly credentialsChanged: CredentialsChanged;
}

/**
 * Changes what is sent (D-SSO-7, D-SSO-9). Throws 403 `role_required`, 400 `invalid_parameter`, 404 of the connection, a domain or a
 * workspace, and 409 `resource_conflict` where it cannot be active.
 */
export async function updateConnection(
  { secrets, credentialsChanged }: ConnectionUpdateDeps,
  change: MutationContext,
  id: string,
  update: SsoConnectionUpdate,
): Promise<SsoConnection> {
  requireOwner(change);
  const { scope, nowMs } = change;
  const before = await requireConnection(scope, id);
  const changed = { ...before, ...(await plainChanges(change, before, update)) };
  const after = isOtherProvider(before, changed) ? unproven(changed) : changed;
  if (update.status !== undefined) after.status = update.status;
  // One that is active goes on when a domain lapses, and can be changed meanwhile.
  const isChecked = before.status !== 'active' || after.tested_at === null || update.domains !== undefined;
  if (after.status === 'active' && isChecked) await requireActivable(change, after);
  const secret = update.oidc?.client_secret;
  await setConnection(scope, id, {
    ...settable(after),
    ...(secret === undefined ? {} : rotated(before, after, { sealed: secrets.seal(before, secret), nowMs })),
    updated_at: nowMs,
  });
  if (isOtherIssuer(before, after)) await deleteLinks(scope.db, id);
  // A draft may have been active before.
  if (before.status !== 'disabled' && after.status === 'disabled')
    await endSignIns(credentialsChanged, change, id);
  await audit(change, before, after);
  return toConnectionObject(await requireConnection(scope, id));
}

async function plainChanges(
  { scope }: MutationContext,
  before: ConnectionRow,
  update: SsoConnectionUpdate,
): Promise<Partial<ConnectionRow>> {
  const { oidc, saml, attribute_map: attributes, domains, status: _, ...plain } = update;
  if (plain.group_roles) await requireWorkspaces(scope, plain.group_roles);
  return {
    ...present(plain),
    ...(domains === undefined ? {} : { domains: await requireDomains(scope, domains) }),
    ...(oidc === undefined ? {} : { oidc: mergeOidc(before, oidc) }),
    ...(saml === undefined ? {} : { saml: mergeSaml(before, saml) }),
    attribute_map: { ...before.attribute_map, ...present(attributes ?? {}) },
  };
}

/** Without what was not sent. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Whether it leads to another provider than the one that was proven. */
function isOtherProvider(before: ConnectionRow, after: ConnectionRow): boolean {
  return (
    isOtherIssuer(before, after) ||
    before.oidc?.client_id !== after.oidc?.client_id ||
    before.saml?.sso_url !== after.saml?.sso_url
  );
}

/** A subject is somebody else there. */
function isOtherIssuer(before: ConnectionRow, after: ConnectionRow): boolean {
  return (
    before.oidc?.issuer !== after.oidc?.issuer || before.saml?.idp_entity_id !== after.saml?.idp_entity_id
  );
}

function unproven(row: ConnectionRow): ConnectionRow {
  return { ...row, tested_at: null, status: row.status === 'active' ? 'draft' : row.status };
}

async function requireActivable({ scope }: MutationContext, row: ConnectionRow): Promise<void> {
  if (row.tested_at === null)
    throw new ApiError('resource_conflict', {
      message: 'The connection has not passed a test as it is set now. Test it, then activate it.',
    });
  await requireVerified(scope, row.domains);
  const rival = await findActiveRival(scope, row);
  if (rival)
    throw new ApiError('resource_conflict', {
      message: `The active connection ${rival.id} has one of these domains.`,
    });
}

/** The secret before is kept for the issuer that it was given for, and no other is sent it. */
function rotated(
  before: ConnectionRow,
  after: ConnectionRow,
  { sealed, nowMs }: { readonly sealed: Buffer; readonly nowMs: number },
): ConnectionChange {
  const previous = before.oidc?.secret_issuer === after.oidc?.issuer ? before.sealed_secret : null;
  return {
    sealed_secret: sealed,
    sealed_previous_secret: previous,
    previous_secret_expires_at: previous === null ? null : nowMs + PREVIOUS_SECRET_MS,
  };
}

function settable(row: ConnectionRow): ConnectionChange {
  return {
    name: row.name,
    domains: row.domains,
    status: row.status,
    oidc: row.oidc,
    saml: row.saml,
    attribute_map: row.attribute_map,
    provisioning: row.provisioning,
    default_role: row.default_role,
    group_roles: row.group_roles,
    allow_idp_initiated: row.allow_idp_initiated,
    trust_second_factor: row.trust_second_factor,
    tested_at: row.tested_at,
  };
}

/** Of what owners can read: a new secret leaves an event without changes. */
async function audit(change: MutationContext, before: ConnectionRow, after: ConnectionRow): Promise<void> {
  await auditChange(change, {
    event: 'sso_connection.updated',
    resource: { type: 'sso_connection', id: before.id },
    changes: differences({ ...toConnectionObject(before) }, { ...toConnectionObject(after) }),
  });
}
