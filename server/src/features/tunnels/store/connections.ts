import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import { isLapsed, type LapseBounds, type LeaseKind } from '#leases';
import { readPage, toPreciseTimestamp, type Page, type PageRequest, type Tables } from '#store';

export const CONNECTION_LEASES = {
  table: 'tunnel_connections',
  leaseMs: 45_000,
  renewMs: 15_000,
} as const satisfies LeaseKind;

export type StoredConnection = Selectable<Tables['tunnel_connections']>;
export type NewConnection = Insertable<Tables['tunnel_connections']>;

/**
 * Inserts a connection unless the tunnel has its maximum. The lock on the tunnel serializes the nodes. Leases
 * that ended before `liveAtMs` do not count.
 */
export function claimConnection(
  db: Kysely<Tables>,
  connection: NewConnection,
  most: number,
  liveAtMs: number,
): Promise<boolean> {
  const { tunnel_id: tunnelId } = connection;
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('tunnels').select('id').where('id', '=', tunnelId).forUpdate().execute();
    const { count } = await trx
      .selectFrom('tunnel_connections')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('tunnel_id', '=', tunnelId)
      .where('lease_ends_at', '>', liveAtMs)
      .executeTakeFirstOrThrow();
    if (count >= most) return false;
    await trx.insertInto('tunnel_connections').values(connection).execute();
    return true;
  });
}

/** Periodic update of a node's connections. Rows that another node removed meanwhile are inserted again. */
export async function renewConnections(
  db: Kysely<Tables>,
  connections: readonly NewConnection[],
): Promise<void> {
  await db
    .insertInto('tunnel_connections')
    .values([...connections])
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        inflight: eb.ref('excluded.inflight'),
        draining: eb.ref('excluded.draining'),
        requests_1h: eb.ref('excluded.requests_1h'),
        errors_1h: eb.ref('excluded.errors_1h'),
        last_seen_at: eb.ref('excluded.last_seen_at'),
        lease_ends_at: eb.ref('excluded.lease_ends_at'),
      })),
    )
    .execute();
}

/** Removes ended connections. Their tunnels keep the time of the last activity. */
export async function removeConnections(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`with gone as (delete from tunnel_connections where id in (${sql.join(ids)}) returning tunnel_id, last_seen_at)
    update tunnels t set last_seen_at = greatest(t.last_seen_at, seen.last_seen_at)
    from (select tunnel_id, max(last_seen_at) as last_seen_at from gone group by tunnel_id) seen
    where t.id = seen.tunnel_id`.execute(db);
}

/** Removes connections of an earlier run of the node. */
export async function findOfNode(db: Kysely<Tables>, nodeId: string): Promise<string[]> {
  const rows = await db.selectFrom('tunnel_connections').select('id').where('node_id', '=', nodeId).execute();
  return rows.map(({ id }) => id);
}

/** Removes connections that their node has not renewed for long. */
export async function findLapsed(db: Kysely<Tables>, lapse: LapseBounds): Promise<string[]> {
  const rows = await db
    .selectFrom('tunnel_connections')
    .select('id')
    .where(isLapsed(CONNECTION_LEASES, lapse))
    .limit(1000)
    .execute();
  return rows.map(({ id }) => id);
}

/** For a tunnel that was found in its workspace. */
export function findConnections(
  db: Kysely<Tables>,
  tunnelId: string,
  liveAtMs: number,
  page: PageRequest,
): Promise<Page<StoredConnection>> {
  return readPage(liveConnections(db, tunnelId, liveAtMs), 'id', page);
}

/** Connections of other nodes, to which calls can be sent. */
export function findRemoteConnections(
  db: Kysely<Tables>,
  tunnelId: string,
  nodeId: string,
  liveAtMs: number,
): Promise<StoredConnection[]> {
  return liveConnections(db, tunnelId, liveAtMs)
    .where('node_id', '<>', nodeId)
    .where('node_url', 'is not', null)
    .where('draining', '=', false)
    .execute();
}

/** How many tunnels there are, and how many nodes have connectors. */
export async function countTunnelUse(
  db: Kysely<Tables>,
  liveAtMs: number,
): Promise<{ readonly tunnels: number; readonly nodes: number }> {
  return db
    .selectNoFrom([
      (eb) =>
        eb
          .selectFrom('tunnels')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('deleted_at', 'is', null)
          .as('tunnels'),
      (eb) =>
        eb
          .selectFrom('tunnel_connections')
          .select(sql<number>`count(distinct node_id)::int`.as('count'))
          .where('lease_ends_at', '>', liveAtMs)
          .as('nodes'),
    ])
    .$castTo<{ readonly tunnels: number; readonly nodes: number }>()
    .executeTakeFirstOrThrow();
}

/** Tunnels of every organization, and those with a connector online. No count goes beyond `most`. */
export async function countConnectedTunnels(
  db: Kysely<Tables>,
  liveAtMs: number,
  most: number,
): Promise<{ readonly total: number; readonly connected: number }> {
  const limit = sql.lit(most);
  const { rows } = await sql<{ readonly total: number; readonly connected: number }>`
    select
      (select count(*)::int from (select 1 from tunnels where deleted_at is null limit ${limit}) t) as total,
      (select count(distinct tunnel_id)::int from (
        select tunnel_id from tunnel_connections
        where lease_ends_at > ${toPreciseTimestamp(liveAtMs)}::timestamptz limit ${limit}) c) as connected`.execute(
    db,
  );
  return rows[0]!;
}

function liveConnections(db: Kysely<Tables>, tunnelId: string, liveAtMs: number) {
  return db
    .selectFrom('tunnel_connections')
    .selectAll()
    .where('tunnel_id', '=', tunnelId)
    .where('lease_ends_at', '>', liveAtMs);
}
