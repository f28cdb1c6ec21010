import type { Kysely } from 'kysely';
import { BY_SYSTEM, differences, recordAudit, type AuditChanges } from '#features/audit';
import { enqueueForOwners } from '#features/mail';
import { fingerprint, newId, newSecret, type Secret } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { insertAdminKey, insertKey } from './store/insert-keys.ts';
import type { KeyKind, KeyStatus } from './store/stored-keys.ts';
import {
  publicRestrictions,
  restrictionColumns,
  UNRESTRICTED,
  type StoredRestrictions,
} from './stored-restrictions.ts';

const LEAD: Readonly<Record<KeyKind, string>> = {
  private: 'sk_live_',
  public: 'pk_live_',
  svc_code: 'sk_svc_',
};
const ADMIN_LEAD = 'sk_admin_';
/** Enough of a secret to recognise a leaked one by (D-KEY-1). */
const PREFIX_LENGTH = 12;
const HINT_LENGTH = 4;

export interface NewKey {
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Id of the user it is made for. */
  readonly createdBy: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** Version date used when a call names none. */
  readonly pinnedVersion: string;
  /** Made when absent. */
  readonly secret?: Secret | undefined;
  readonly status?: KeyStatus | undefined;
  readonly expiresAtMs?: number | null | undefined;
  /** Normalised entries. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly allowedIps?: readonly string[] | undefined;
  readonly restrictions?: StoredRestrictions;
  /** The key it is to take the place of, and what that has spent of its budget in the month that begins then. */
  readonly replaces?: {
    readonly id: string;
    readonly spentNanos: number;
    readonly monthStartsAtMs: number;
  };
}

export interface NewAdminKey {
  readonly organizationId: string;
  readonly createdBy: string;
  readonly name: string;
  readonly secret?: Secret | undefined;
  readonly allowedIps?: readonly string[] | undefined;
}

/** The secret is kept nowhere: this is the only time it can be shown. */
export interface CreatedKey {
  readonly id: string;
  readonly fingerprint: string;
  readonly secret: Secret;
}

/** Makes an inference key within the caller's transaction and audits it. Only the secret's fingerprint is stored (platform contract §5.2). */
export async function issueKey(
  trx: Kysely<Tables>,
  key: NewKey,
  nowMs: number,
  source = BY_SYSTEM,
): Promise<CreatedKey> {
  const secret = key.secret ?? newSecret(LEAD[key.kind]);
  const created = { id: newId('apikey_', nowMs), fingerprint: fingerprint(secret.reveal()), secret };
  await insertKey(trx, {
    id: created.id,
    organization_id: key.organizationId,
    workspace_id: key.workspaceId,
    created_by: key.createdBy,
    name: key.name,
    kind: key.kind,
    fingerprint: created.fingerprint,
    prefix: secret.reveal().slice(0, PREFIX_LENGTH),
    hint: secret.reveal().slice(-HINT_LENGTH),
    status: key.status ?? 'active',
    allowed_origins: key.allowedOrigins ?? [],
    allowed_ips: key.allowedIps ?? [],
    pinned_version: key.pinnedVersion,
    expires_at: key.expiresAtMs ?? null,
    revoked_at: key.status === 'revoked' ? nowMs : null,
    created_at: nowMs,
    last_used_at: null,
    last_used_ip: null,
    ...restrictionColumns(key.restrictions ?? UNRESTRICTED),
    carried_nanos: key.replaces?.spentNanos ?? 0,
    carried_month_starts_at: key.replaces?.monthStartsAtMs ?? null,
  });
  const resource = { type: 'api_key', id: created.id } as const;
  await recordAudit(
    trx,
    {
      organizationId: key.organizationId,
      workspaceId: key.workspaceId,
      event: 'api_key.created',
      ...source,
      resource,
      changes: changesOfNewKey(key),
    },
    nowMs,
  );
  return created;
}

function changesOfNewKey({ replaces, restrictions = UNRESTRICTED }: NewKey): AuditChanges {
  const withoutExpiry = (stored: StoredRestrictions) => publicRestrictions({ ...stored, expires_at: null });
  return {
    ...(replaces === undefined ? {} : { replaces: { from: null, to: replaces.id } }),
    ...differences(withoutExpiry(UNRESTRICTED), withoutExpiry(restrictions)),
  };
}

/** As `issueKey`, for an admin key. The organization's owners get mail (D-CONS-8). */
export async function issueAdminKey(
  trx: Kysely<Tables>,
  key: NewAdminKey,
  nowMs: number,
  source = BY_SYSTEM,
): Promise<CreatedKey> {
  const secret = key.secret ?? newSecret(ADMIN_LEAD);
  const created = { id: newId('adminkey_', nowMs), fingerprint: fingerprint(secret.reveal()), secret };
  await insertAdminKey(trx, {
    id: created.id,
    organization_id: key.organizationId,
    created_by: key.createdBy,
    name: key.name,
    fingerprint: created.fingerprint,
    prefix: secret.reveal().slice(0, PREFIX_LENGTH),
    allowed_ips: key.allowedIps ?? [],
    revoked_at: null,
    created_at: nowMs,
    last_used_at: null,
  });
  const resource = { type: 'admin_key', id: created.id } as const;
  await recordAudit(
    trx,
    { organizationId: key.organizationId, event: 'admin_key.created', ...source, resource },
    nowMs,
  );
  const data = { keyId: created.id, name: key.name, by: source.actor.email };
  await enqueueForOwners(
    new OrganizationScope(trx, key.organizationId),
    { kind: 'admin_key_created', data },
    nowMs,
  );
  return created;
}
