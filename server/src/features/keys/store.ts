import { sql, type Kysely } from 'kysely';
import type { OrganizationScope, Tables } from '#store';

export type KeyKind = Tables['api_keys']['kind'];
/** As stored: `expired` is computed from `expiresAtMs` on read (D-KEY-2). */
export type KeyStatus = 'active' | 'inactive' | 'revoked';

/** Fingerprints travel as base64 text and are stored as bytes. */
function toBytes(fingerprint: string): Buffer {
  return Buffer.from(fingerprint, 'base64');
}

/** A key with everything the authentication step must know of its owner and place, by one statement. */
export async function loadKeys(db: Kysely<Tables>, fingerprints: readonly string[]) {
  const rows = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .leftJoin('members as m', (join) => join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.user_id', '=', 'k.created_by'))
    .leftJoin('workspace_members as wm', (join) =>
      join.onRef('wm.workspace_id', '=', 'k.workspace_id').onRef('wm.user_id', '=', 'k.created_by'),
    )
    .select(['k.id', 'k.kind', 'k.name', 'k.status', 'k.expires_at', 'k.organization_id', 'k.workspace_id', 'k.created_by'])
    .select(['k.pinned_version', 'k.allowed_origins', 'k.allowed_ips', 'k.fingerprint'])
    .select(['u.account', 'w.name as workspace_name', 'w.archived_at', 'w.allowed_ips as workspace_ips'])
    .select(['m.role as member_role', 'm.status as member_status', 'wm.role as workspace_role'])
    .where('k.fingerprint', 'in', fingerprints.map(toBytes))
    .execute();
  return rows.map(({ fingerprint, ...row }) => ({ ...row, fingerprint: fingerprint.toString('base64') }));
}

/** An admin key with its creator's standing, by one statement. */
export async function loadAdminKeys(db: Kysely<Tables>, fingerprints: readonly string[]) {
  const rows = await db
    .selectFrom('admin_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('members as m', (join) => join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.user_id', '=', 'k.created_by'))
    .select(['k.id', 'k.name', 'k.status', 'k.organization_id', 'k.created_by', 'k.allowed_ips', 'k.fingerprint'])
    .select(['u.account', 'u.email', 'm.role as member_role', 'm.status as member_status'])
    .where('k.fingerprint', 'in', fingerprints.map(toBytes))
    .execute();
  return rows.map(({ fingerprint, ...row }) => ({ ...row, fingerprint: fingerprint.toString('base64') }));
}

export type KeyInsert = Omit<Tables['api_keys'], 'fingerprint' | 'status' | 'allowed_origins' | 'allowed_ips' | 'use_count'> & {
  readonly fingerprint: string;
  readonly status: KeyStatus;
  readonly allowed_origins: readonly string[];
  readonly allowed_ips: readonly string[];
};

export async function insertKey(db: Kysely<Tables>, { allowed_origins, allowed_ips, ...key }: KeyInsert): Promise<void> {
  const lists = { allowed_origins: [...allowed_origins], allowed_ips: [...allowed_ips] };
  await db
    .insertInto('api_keys')
    .values({ ...key, ...lists, fingerprint: toBytes(key.fingerprint) })
    .execute();
}

export type AdminKeyInsert = Omit<Tables['admin_keys'], 'fingerprint' | 'status' | 'allowed_ips'> & {
  readonly fingerprint: string;
  readonly allowed_ips: readonly string[];
};

export async function insertAdminKey(db: Kysely<Tables>, key: AdminKeyInsert): Promise<void> {
  await db
    .insertInto('admin_keys')
    .values({ ...key, allowed_ips: [...key.allowed_ips], fingerprint: toBytes(key.fingerprint) })
    .execute();
}

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
        : eb('fingerprint', '=', toBytes(fingerprint)),
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
        : eb('fingerprint', '=', toBytes(fingerprint)),
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

export interface KeyMatch {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly kind: KeyKind | 'admin';
  readonly prefix: string;
  readonly fingerprint: string;
  readonly status: KeyStatus;
  readonly revokedAtMs: number | null;
}

/** Keys of both tables that `text` may mean: by id, by fingerprint, by name, by prefix. */
export async function matchKeys(db: Kysely<Tables>, text: string, fingerprint: string): Promise<KeyMatch[]> {
  const bytes = toBytes(fingerprint);
  const keys = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select([
      'k.id',
      'k.organization_id',
      'o.name as organization',
      'k.name',
      'k.kind',
      'k.prefix',
      'k.fingerprint',
      'k.status',
      'k.revoked_at',
    ])
    .select('k.workspace_id')
    .where((eb) => eb.or([eb('k.id', '=', text), eb('k.fingerprint', '=', bytes), eb('k.name', '=', text), eb('k.prefix', '=', text)]))
    .execute();
  const adminKeys = await db
    .selectFrom('admin_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select(['k.id', 'k.organization_id', 'o.name as organization', 'k.name', 'k.prefix', 'k.fingerprint', 'k.status', 'k.revoked_at'])
    .where((eb) => eb.or([eb('k.id', '=', text), eb('k.fingerprint', '=', bytes), eb('k.name', '=', text), eb('k.prefix', '=', text)]))
    .execute();
  return [...keys, ...adminKeys.map((key) => ({ ...key, kind: 'admin' as const, workspace_id: null }))].map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    organization: row.organization,
    workspaceId: row.workspace_id,
    name: row.name,
    kind: row.kind,
    prefix: row.prefix,
    fingerprint: row.fingerprint.toString('base64'),
    status: row.status,
    revokedAtMs: row.revoked_at,
  }));
}

/** False when the key was revoked already: the first revocation's time stays. */
export async function setRevoked(db: Kysely<Tables>, table: 'api_keys' | 'admin_keys', id: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ status: 'revoked', revoked_at: nowMs })
    .where('id', '=', id)
    .where('status', '<>', 'revoked')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses of one key since the last flush. */
export interface KeyUses {
  readonly id: string;
  readonly count: number;
  readonly lastMs: number;
  readonly address: string;
}

/**
 * Adds the uses to the keys' rows, and gives the transaction's id, by which `transactionOutcome` can later tell
 * whether it took effect. Rows are locked in order of id: two nodes that flush the same keys cannot deadlock.
 */
export async function addUses(trx: Kysely<Tables>, uses: readonly KeyUses[]): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    with used as (
      select * from jsonb_to_recordset(${uses}) as u (id text, count bigint, "lastMs" bigint, address text)
    ), locked as (
      select k.id from api_keys k where k.id in (select id from used) order by k.id for no key update
    ), written as (
      update api_keys k set
        use_count = k.use_count + used.count,
        last_used_at = greatest(k.last_used_at, to_timestamp(used."lastMs" / 1000.0)),
        last_used_ip = case
          when k.last_used_at is null or k.last_used_at <= to_timestamp(used."lastMs" / 1000.0) then used.address
          else k.last_used_ip
        end
      from used join locked on locked.id = used.id
      where k.id = used.id
    ), of_admins as (
      select k.id from admin_keys k where k.id in (select id from used) order by k.id for no key update
    ), written_of_admins as (
      update admin_keys k set last_used_at = greatest(k.last_used_at, to_timestamp(used."lastMs" / 1000.0))
      from used join of_admins on of_admins.id = used.id
      where k.id = used.id
    )
    select pg_current_xact_id()::text as xid`.execute(trx);
  return rows[0]!.xid;
}

/** `unknown` when the transaction is so long ago that the server has forgotten it. */
export async function transactionOutcome(db: Kysely<Tables>, xid: string): Promise<'committed' | 'aborted' | 'in progress' | 'unknown'> {
  const { rows } = await sql<{ status: 'committed' | 'aborted' | 'in progress' | null }>`
    select pg_xact_status(${xid}::xid8) as status`.execute(db);
  return rows[0]?.status ?? 'unknown';
}
