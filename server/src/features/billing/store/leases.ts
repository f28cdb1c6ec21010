import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

interface Lease {
  readonly organizationId: string;
  readonly nodeId: string;
  readonly expiresAtMs: number;
}

/**
 * Sets aside what `decide` takes of the balance that is not set aside already. The wallet is locked meanwhile, so that
 * no two nodes are lent the same money.
 */
export async function borrowFromWallet(
  db: Kysely<Tables>,
  { organizationId, nodeId, expiresAtMs }: Lease,
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
      .where((eb) => eb.or([eb('expires_at', '>', nowMs), eb('node_id', '=', nodeId)]))
      .executeTakeFirstOrThrow();
    const nanos = decide(Math.max(0, (wallet?.balance_nanos ?? 0) - leased.nanos));
    if (nanos === 0) return;
    await trx
      .insertInto('wallet_leases')
      .values({ organization_id: organizationId, node_id: nodeId, leased_nanos: nanos, expires_at: expiresAtMs })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'node_id']).doUpdateSet((eb) => ({
          leased_nanos: eb('wallet_leases.leased_nanos', '+', eb.ref('excluded.leased_nanos')),
          expires_at: eb.ref('excluded.expires_at'),
        })),
      )
      .execute();
  });
}

/** Sets what is left of a lease, and when it expires. */
export async function keepLease(db: Kysely<Tables>, { organizationId, nodeId, expiresAtMs }: Lease, nanos: number): Promise<void> {
  const lease = { organization_id: organizationId, node_id: nodeId };
  if (nanos === 0)
    await db
      .deleteFrom('wallet_leases')
      .where((eb) => eb.and(lease))
      .execute();
  else {
    const left = { leased_nanos: nanos, expires_at: expiresAtMs };
    await db
      .updateTable('wallet_leases')
      .set(left)
      .where((eb) => eb.and(lease))
      .execute();
  }
}

/** Leases of a node but for those of the organizations it works for now. */
export async function dropLeases(db: Kysely<Tables>, nodeId: string, keptOrganizationIds: readonly string[]): Promise<void> {
  let query = db.deleteFrom('wallet_leases').where('node_id', '=', nodeId);
  if (keptOrganizationIds.length > 0) query = query.where('organization_id', 'not in', keptOrganizationIds);
  await query.execute();
}

/** Leases of nodes that are gone. Nobody counts them any more; this only tidies up. */
export async function dropExpiredLeases(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('wallet_leases').where('expires_at', '<', nowMs).execute();
}

/** Leases of a node that nothing is left of. */
export async function dropEmptyLeases(db: Kysely<Tables>, nodeId: string): Promise<void> {
  await db.deleteFrom('wallet_leases').where('node_id', '=', nodeId).where('leased_nanos', '=', 0).execute();
}
