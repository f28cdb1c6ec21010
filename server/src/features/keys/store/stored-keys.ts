import { sql, type Kysely } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { fingerprintBytes } from '#kit';
import type { OrganizationScope, Tables } from '#store';
import type { StoredRestrictions } from '../stored-restrictions.ts';

export type KeyKind = Tables['api_keys']['kind'];
/** As stored: `expired` is computed from `expiresAtMs` on read (D-KEY-2). */
export type KeyStatus = 'active' | 'inactive' | 'revoked';

export type KeyType = 'api_key' | 'admin_key';
/** Both tables hold the same life: made, changed, revoked. Inference keys have columns that admin keys have not. */
export type KeyTable = `${KeyType}s`;

/** What is stored of a key of either kind. */
interface StoredKeyParts {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly status: KeyStatus;
  readonly allowedIps: readonly string[];
}

export interface StoredKey extends StoredKeyParts {
  readonly type: 'api_key';
  readonly workspaceId: string;
  readonly kind: KeyKind;
  readonly expiresAtMs: number | null;
  readonly pinnedVersion: string;
  readonly allowedOrigins: readonly string[];
}

export interface StoredAdminKey extends StoredKeyParts {
  readonly type: 'admin_key';
  readonly workspaceId: null;
}

interface SoughtKey {
  readonly organizationId: string;
  readonly name: string;
  readonly fingerprint?: string | undefined;
}

/** Keys of an organization by name, and the key of a fingerprint wherever it is; locked until the transaction ends. */
export async function findKeys(db: Kysely<Tables>, sought: SoughtKey): Promise<StoredKey[]> {
  return (await lockKeys(db, 'api_keys', sought)).map((row) => ({
    ...partsOf(row),
    type: 'api_key',
    workspaceId: row.workspace_id,
    kind: row.kind,
    expiresAtMs: row.expires_at,
    pinnedVersion: row.pinned_version,
    allowedOrigins: row.allowed_origins,
  }));
}

/** As `findKeys`, for admin keys. */
export async function findAdminKeys(db: Kysely<Tables>, sought: SoughtKey): Promise<StoredAdminKey[]> {
  return (await lockKeys(db, 'admin_keys', sought)).map((row) => ({
    ...partsOf(row),
    type: 'admin_key',
    workspaceId: null,
  }));
}

function lockKeys(db: Kysely<Tables>, table: KeyTable, { organizationId, name, fingerprint }: SoughtKey) {
  return db
    .selectFrom(table)
    .selectAll()
    .where((eb) =>
      fingerprint === undefined
        ? eb.and([eb('organization_id', '=', organizationId), eb('name', '=', name)])
        : eb('fingerprint', '=', fingerprintBytes(fingerprint)),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

function partsOf(row: Awaited<ReturnType<typeof lockKeys>>[number]): StoredKeyParts {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    fingerprint: row.fingerprint.toString('base64'),
    status: row.status,
    allowedIps: row.allowed_ips,
  };
}

/** The columns that may change. */
export interface KeyChange extends Partial<StoredRestrictions> {
  readonly name?: string;
  readonly status?: 'active' | 'inactive';
  readonly expires_at?: number | null;
  readonly allowed_origins?: string[];
  readonly allowed_ips?: string[];
  readonly pinned_version?: string;
}

/** Never touches a revoked key: revocation is permanent (platform contract §3.1). */
export async function setKey(
  { db, organizationId }: OrganizationScope,
  table: KeyTable,
  id: string,
  change: KeyChange,
): Promise<void> {
  const key = db
    .updateTable(table)
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);
  await key.where('status', '<>', 'revoked').execute();
}

/** For the audit log. */
export const keyNames: readonly ResourceNames[] = [
  ({ organizationId }) => sql`select id, name from api_keys where organization_id = ${organizationId}`,
  ({ organizationId }) => sql`select id, name from admin_keys where organization_id = ${organizationId}`,
];
