import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

export interface LimitLeaseHolder {
  readonly organizationId: string;
  /** The node run that holds the lease. */
  readonly holder: string;
  readonly expiresAtMs: number;
}

export interface LeasedPart {
  readonly leased: number;
  /** Whether requests may be admitted from it without asking. */
  readonly usable: boolean;
}

/** By counter: the plan's windows or a spend limit. */
export type LeasedParts = ReadonlyMap<string, LeasedPart>;

/**
 * Sets a node's leases of an organization's limits to the result of `decide`; what it omits or sets to zero
 * is returned. `decide` gets the connection and the other nodes' leases. No other node's leases of this
 * organization change meanwhile.
 */
export async function replaceLimitLeases(
  db: Kysely<Tables>,
  lease: LimitLeaseHolder,
  nowMs: number,
  decide: (trx: Kysely<Tables>, others: LeasedParts) => Promise<LeasedParts>,
): Promise<void> {
  const { organizationId, holder, expiresAtMs } = lease;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of ${organizationId}`}, 0))`.execute(
      trx,
    );
    const own = await decide(trx, await leasedByOthers(trx, lease, nowMs));
    await trx
      .deleteFrom('limit_leases')
      .where('organization_id', '=', organizationId)
      .where('node_id', '=', holder)
      .execute();
    const rows = [...own].filter(([, { leased }]) => leased > 0);
    if (rows.length === 0) return;
    await trx
      .insertInto('limit_leases')
      .values(
        rows.map(([counter, part]) => ({
          ...part,
          organization_id: organizationId,
          node_id: holder,
          counter,
          expires_at: expiresAtMs,
        })),
      )
      .execute();
  });
}

async function leasedByOthers(
  trx: Kysely<Tables>,
  { organizationId, holder }: LimitLeaseHolder,
  nowMs: number,
): Promise<LeasedParts> {
  const rows = await trx
    .selectFrom('limit_leases')
    .select([
      'counter',
      sql<number>`sum(leased)::bigint`.as('leased'),
      sql<boolean>`bool_or(usable)`.as('usable'),
    ])
    .where('organization_id', '=', organizationId)
    .where('node_id', '!=', holder)
    .where('expires_at', '>', nowMs)
    .groupBy('counter')
    .execute();
  return new Map(rows.map(({ counter, ...part }) => [counter, part]));
}

/** Finds the other node runs that have leased part of an organization's balance or limits. */
export async function findLeaseHolders(
  db: Kysely<Tables>,
  organizationId: string,
  holder: string,
  nowMs: number,
): Promise<string[]> {
  const of = (table: 'wallet_leases' | 'limit_leases') =>
    db
      .selectFrom(table)
      .select('node_id')
      .where('organization_id', '=', organizationId)
      .where('node_id', '!=', holder)
      .where('expires_at', '>', nowMs);
  const rows = await of('wallet_leases').union(of('limit_leases')).execute();
  return rows.map(({ node_id }) => node_id);
}
