import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { TunnelStatus } from '@svc/contract';
import type { ResourceNames } from '#features/audit';
import {
  readPage,
  toPreciseTimestamp,
  type Page,
  type PageRequest,
  type Tables,
  type WorkspaceScope,
  type OrganizationScope,
} from '#store';

/** A tunnel with fields from its workspace and its connections. */
export interface StoredTunnel extends Selectable<Tables['tunnels']> {
  readonly region: string | null;
  readonly active: number;
  /** The last activity of any connector. */
  readonly seen_at: number | null;
}

/** `liveAtMs`: leases of connections that end later count, by the system clock. With `lock` the row is locked until the transaction ends. */
export async function findTunnel(
  scope: WorkspaceScope,
  id: string,
  liveAtMs: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredTunnel | undefined> {
  const tunnel = tunnelsOf(scope, liveAtMs).where('t.id', '=', id);
  return (lock ? tunnel.forUpdate('t') : tunnel).executeTakeFirst();
}

/** Those of the ids that are tunnels of the workspace. */
export async function findTunnelIds(
  { db, organizationId, workspaceId }: WorkspaceScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('tunnels')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function findTunnels(
  scope: WorkspaceScope,
  status: TunnelStatus | undefined,
  liveAtMs: number,
  page: PageRequest,
): Promise<Page<StoredTunnel>> {
  let tunnels = tunnelsOf(scope, liveAtMs);
  if (status !== undefined) tunnels = tunnels.where('t.disabled', '=', status === 'disabled');
  if (status === 'connected') tunnels = tunnels.where(activeCount(liveAtMs), '>', 0);
  if (status === 'disconnected') tunnels = tunnels.where(activeCount(liveAtMs), '=', 0);
  return readPage(tunnels, 't.id', page);
}

export async function countTunnels({ db, workspaceId }: WorkspaceScope): Promise<number> {
  const { count } = await db
    .selectFrom('tunnels')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function isTunnelNameTaken({ db, workspaceId }: WorkspaceScope, name: string): Promise<boolean> {
  const tunnel = await db
    .selectFrom('tunnels')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return tunnel !== undefined;
}

type NewTunnel = Omit<
  Insertable<Tables['tunnels']>,
  'organization_id' | 'workspace_id' | 'last_seen_at' | 'deleted_at' | 'updated_at'
>;

export async function insertTunnel(
  { db, organizationId, workspaceId }: WorkspaceScope,
  tunnel: NewTunnel,
): Promise<void> {
  await db
    .insertInto('tunnels')
    .values({
      ...tunnel,
      organization_id: organizationId,
      workspace_id: workspaceId,
      last_seen_at: null,
      updated_at: tunnel.created_at,
      deleted_at: null,
    })
    .execute();
}

export async function updateTunnelRow(
  { db, workspaceId }: WorkspaceScope,
  id: string,
  set: Updateable<Tables['tunnels']>,
): Promise<void> {
  await db
    .updateTable('tunnels')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Removes tunnels that were deleted before then, with all their data. */
export async function dropDeletedTunnels(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('tunnels').where('deleted_at', '<', beforeMs).execute();
}

function tunnelsOf({ db, organizationId, workspaceId }: WorkspaceScope, liveAtMs: number) {
  return db
    .selectFrom('tunnels as t')
    .innerJoin('workspaces as w', 'w.id', 't.workspace_id')
    .selectAll('t')
    .select(lastSeenAt(liveAtMs).as('seen_at'))
    .select('w.data_region as region')
    .select(activeCount(liveAtMs).as('active'))
    .where('t.organization_id', '=', organizationId)
    .where('t.workspace_id', '=', workspaceId)
    .where('t.deleted_at', 'is', null);
}

function lastSeenAt(liveAtMs: number) {
  return sql<number | null>`greatest(t.last_seen_at, (select max(c.last_seen_at) from tunnel_connections c
    where c.tunnel_id = t.id and c.lease_ends_at > ${toPreciseTimestamp(liveAtMs)}::timestamptz))`;
}

function activeCount(liveAtMs: number) {
  return sql<number>`(select count(*)::int from tunnel_connections c
    where c.tunnel_id = t.id and c.lease_ends_at > ${toPreciseTimestamp(liveAtMs)}::timestamptz)`;
}

/** For the audit log. */
export const tunnelNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from tunnels where organization_id = ${organizationId}`;

/** A deleted one stays for a while without its contents. */
export async function hasTunnels(
  { db, organizationId }: OrganizationScope,
  workspaceId: string,
): Promise<boolean> {
  const one = db
    .selectFrom('tunnels')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
