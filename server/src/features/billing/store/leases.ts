import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

interface Lease {
  readonly organizationId: string;
  /** The run of a node it is set aside for. */
  readonly holder: string;
  readonly expiresAtMs: number;
}

/**
 * Sets aside what `decide` takes of the balance that is not set aside already. The wallet is locked meanwhile, so that
 * no two nodes are lent the same money.
 */
export async function borrowFromWallet(
  db: Kysely<Tables>,
  { organizationId, holder, expiresAtMs }: Lease,
  nowMs: number,
  decide: (availableNanos: number) => number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const wallet = await trx
      .selectFrom('wallets')
      .select('balance_nanos')
      .where('organization_id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst();
    const leased = await trx
      .selectFrom('wallet_leases')
      .select(sql<number>`coalesce(sum(leased_nanos), 0)::bigint`.as('nanos'))
      .where('organization_id', '=', organizationId)
      .where((eb) => eb.or([eb('expires_at', '>', nowMs), eb('node_id', '=', holder)]))
      .executeTakeFirstOrThrow();
    const nanos = decide(Math.max(0, (wallet?.balance_nanos ?? 0) - leased.nanos));
    if (nanos === 0) return;
    await trx
      .insertInto('wallet_leases')
      .values({ organization_id: organizationId, node_id: holder, leased_nanos: nanos, expires_at: expiresAtMs })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'node_id']).doUpdateSet((eb) => ({
          leased_nanos: eb('wallet_leases.leased_nanos', '+', eb.ref('excluded.leased_nanos')),
          expires_at: eb.ref('excluded.expires_at'),
        })),
      )
      .execute();
  });
}

/** Makes a lease exactly this much, and says until when. The wallet is locked: nobody lends meanwhile. */
export async function keepLease(db: Kysely<Tables>, { organizationId, holder, expiresAtMs }: Lease, nanos: number): Promise<void> {
  const lease = { organization_id: organizationId, node_id: holder };
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('wallets').select('organization_id').where('organization_id', '=', organizationId).forUpdate().execute();
    await trx
      .deleteFrom('wallet_leases')
      .where((eb) => eb.and(lease))
      .execute();
    if (nanos > 0)
      await trx
        .insertInto('wallet_leases')
        .values({ ...lease, leased_nanos: nanos, expires_at: expiresAtMs })
        .execute();
  });
}

/** What earlier runs of a node left. Only when their records are in the database: until then it covers what they cost. */
export async function dropLeasesOfEarlierRuns(db: Kysely<Tables>, nodeId: string, holder: string): Promise<void> {
  await sql`delete from wallet_leases where starts_with(node_id, ${`${nodeId}/`}) and node_id <> ${holder}`.execute(db);
}

/** Leases of nodes that are gone. Nobody counts them any more; this only tidies up. */
export async function dropExpiredLeases(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('wallet_leases').where('expires_at', '<', nowMs).execute();
}
