import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

export interface LimitLeaseHolder {
  readonly organizationId: string;
  /** The run of a node it is set aside for. */
  readonly holder: string;
  readonly expiresAtMs: number;
}

export interface LeasedPart {
  readonly leased: number;
  /** Whether requests are admitted from it without asking. */
  readonly usable: boolean;
}

/** By counter: of the plan's windows or of a spend limit. */
export type LeasedParts = ReadonlyMap<string, LeasedPart>;

/**
 * Makes a node's leases of an organization's limits what `decide` says; what it leaves out or makes zero is given back. `decide`
 * gets the connection and what the other nodes have leased. No other node's leases of this organization change meanwhile.
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

/** The other runs of nodes that have part of an organization's balance or limits set aside. */
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
