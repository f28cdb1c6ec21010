import type { Kysely } from 'kysely';
import { fingerprintBytes } from '#kit';
import type { OrganizationScope, Tables } from '#store';

export type KeyKind = Tables['api_keys']['kind'];
/** As stored: `expired` is computed from `expiresAtMs` on read (D-KEY-2). */
export type KeyStatus = 'active' | 'inactive' | 'revoked';

/** Settings of a key that may change after it was made. */
export interface StoredKey {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly fingerprint: string;
  readonly status: KeyStatus;
  readonly expiresAtMs: number | null;
  readonly pinnedVersion: string;
  readonly allowedOrigins: readonly string[];
  readonly allowedIps: readonly string[];
}

/** Keys of an organization by name, and the key of a fingerprint wherever it is; locked until the transaction ends. */
export async function findKeys(
  db: Kysely<Tables>,
  { organizationId, name, fingerprint }: { organizationId: string; name: string; fingerprint?: string | undefined },
): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where((eb) =>
      fingerprint === undefined
        ? eb.and([eb('organization_id', '=', organizationId), eb('name', '=', name)])
        : eb('fingerprint', '=', fingerprintBytes(fingerprint)),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    name: row.name,
    kind: row.kind,
    fingerprint: row.fingerprint.toString('base64'),
    status: row.status,
    expiresAtMs: row.expires_at,
    pinnedVersion: row.pinned_version,
    allowedOrigins: row.allowed_origins,
    allowedIps: row.allowed_ips,
  }));
}

export interface StoredAdminKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly status: KeyStatus;
  readonly allowedIps: readonly string[];
}

/** As `findKeys`, for admin keys. */
export async function findAdminKeys(
  db: Kysely<Tables>,
  { organizationId, name, fingerprint }: { organizationId: string; name: string; fingerprint?: string | undefined },
): Promise<StoredAdminKey[]> {
  const rows = await db
    .selectFrom('admin_keys')
    .selectAll()
    .where((eb) =>
      fingerprint === undefined
        ? eb.and([eb('organization_id', '=', organizationId), eb('name', '=', name)])
        : eb('fingerprint', '=', fingerprintBytes(fingerprint)),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    fingerprint: row.fingerprint.toString('base64'),
    status: row.status,
    allowedIps: row.allowed_ips,
  }));
}

export interface KeyChange {
  readonly name?: string;
  readonly status?: 'active' | 'inactive';
  readonly expires_at?: number | null;
  readonly allowed_origins?: string[];
  readonly allowed_ips?: string[];
  readonly pinned_version?: string;
}

/** Never touches a revoked key: revocation is permanent (platform contract §3.1). */
export async function setKey({ db, organizationId }: OrganizationScope, id: string, change: KeyChange): Promise<void> {
  const key = db.updateTable('api_keys').set(change).where('organization_id', '=', organizationId).where('id', '=', id);
  await key.where('status', '<>', 'revoked').execute();
}

export async function setAdminKey(
  { db, organizationId }: OrganizationScope,
  id: string,
  change: Pick<KeyChange, 'name' | 'status' | 'allowed_ips'>,
): Promise<void> {
  const key = db.updateTable('admin_keys').set(change).where('organization_id', '=', organizationId).where('id', '=', id);
  await key.where('status', '<>', 'revoked').execute();
}
