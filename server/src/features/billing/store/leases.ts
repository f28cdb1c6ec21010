import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '#store';

interface Lease {
  readonly organizationId: string;
  /** The node run that holds the lease. */
  readonly holder: string;
  readonly expiresAtMs: number;
}

interface Available {
  readonly nanos: number;
  /** Other nodes have set aside part of the balance. */
  readonly lentElsewhere: boolean;
}

/**
 * The part of the balance that is not set aside; negative when requests cost more than was set aside for
 * them. Locks the wallet from here on, so that two nodes are never lent the same money.
 */
async function lockAvailable(
  trx: Transaction<Tables>,
  { organizationId, holder }: Lease,
  nowMs: number,
): Promise<Available> {
  const wallet = await trx
    .selectFrom('wallets')
    .select('balance_nanos')
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
  const leased = await trx
    .selectFrom('wallet_leases')
    .select([
      sql<number>`coalesce(sum(leased_nanos), 0)::bigint`.as('nanos'),
      sql<number>`count(*) filter (where node_id <> ${holder} and leased_nanos > 0)`.as('others'),
    ])
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('expires_at', '>', nowMs), eb('node_id', '=', holder)]))
    .executeTakeFirstOrThrow();
  return { nanos: (wallet?.balance_nanos ?? 0) - leased.nanos, lentElsewhere: leased.others > 0 };
}

/** Sets aside the amount that `decide` takes from the available balance. */
export async function borrowFromWallet(
  db: Kysely<Tables>,
  lease: Lease,
  nowMs: number,
  decide: (availableNanos: number, lentElsewhere: boolean) => number,
): Promise<void> {
  const { organizationId, holder, expiresAtMs } = lease;
  await db.transaction().execute(async (trx) => {
    const available = await lockAvailable(trx, lease, nowMs);
    const nanos = decide(available.nanos, available.lentElsewhere);
    if (nanos === 0) return;
    await trx
      .insertInto('wallet_leases')
      .values({
        organization_id: organizationId,
        node_id: holder,
        leased_nanos: nanos,
        expires_at: expiresAtMs,
      })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'node_id']).doUpdateSet((eb) => ({
          leased_nanos: eb('wallet_leases.leased_nanos', '+', eb.ref('excluded.leased_nanos')),
          expires_at: eb.ref('excluded.expires_at'),
        })),
      )
      .execute();
  });
}

/** Sets a lease to exactly this amount and returns its expiry and what is then available. */
export async function keepLease(
  db: Kysely<Tables>,
  lease: Lease,
  nowMs: number,
  nanos: number,
): Promise<number> {
  const { organizationId, holder, expiresAtMs } = lease;
  const key = { organization_id: organizationId, node_id: holder };
  return db.transaction().execute(async (trx) => {
    // Locks first, so that nobody lends meanwhile.
    const { nanos: before } = await lockAvailable(trx, lease, nowMs);
    const old = await trx
      .deleteFrom('wallet_leases')
      .where((eb) => eb.and(key))
      .returning('leased_nanos')
      .executeTakeFirst();
    if (nanos > 0)
      await trx
        .insertInto('wallet_leases')
        .values({ ...key, leased_nanos: nanos, expires_at: expiresAtMs })
        .execute();
    return before + (old?.leased_nanos ?? 0) - nanos;
  });
}

const LEASES = ['wallet_leases', 'limit_leases'] as const;

/**
 * Deletes the leases of a node's earlier runs. Call it only when their records are in the database: until
 * then the leases cover their cost.
 */
export async function dropLeasesOfEarlierRuns(
  db: Kysely<Tables>,
  nodeId: string,
  holder: string,
): Promise<void> {
  for (const table of LEASES) {
    await sql`delete from ${sql.table(table)} where starts_with(node_id, ${`${nodeId}/`}) and node_id <> ${holder}`.execute(
      db,
    );
  }
}

/** Deletes the leases of dead nodes. Nothing counts them any more; this only cleans up. */
export async function dropExpiredLeases(db: Kysely<Tables>, nowMs: number): Promise<void> {
  for (const table of LEASES) await db.deleteFrom(table).where('expires_at', '<', nowMs).execute();
}
