import { sql, type Kysely } from 'kysely';
import { isMissingMonth, makeMonthsOf, type Tables } from '#store';
import { CHARGE_WALLETS, COUNT_SPEND, COUNT_WINDOWS } from './count-charges.ts';
import { insertUsageRecords } from './insert-usage-records.ts';
import { COUNT_SUMS } from './usage-sums.ts';

/** Appears in a batch exactly when a record in it was paid by credits: texts inside records cannot hold it unescaped. */
const PAID_BY_CREDITS = '"billing_source":"api_credit"';

/**
 * Writes records given as JSON texts joined by commas, so that nothing is parsed on this side, and with them in the
 * same transaction what follows from them: sums by the hour and the day, windows, spend, ledger, balances. Records already there
 * change nothing: that is what makes replaying harmless. Throws StoreUnavailable or the server's DatabaseError.
 */
export async function chargeUsage(db: Kysely<Tables>, joinedRecords: string): Promise<void> {
  const batch = `[${joinedRecords}]`;
  try {
    await chargeBatch(db, batch);
  } catch (error) {
    // Known from the refusal and not looked up before: months are made ahead, so this is rare, and no memory of ours can
    // be wrong about a month that was made or dropped elsewhere.
    if (!isMissingMonth(error)) throw error;
    await makeMonthsOf(db, batch);
    await chargeBatch(db, batch);
  }
}

async function chargeBatch(db: Kysely<Tables>, batch: string): Promise<void> {
  if (!batch.includes(PAID_BY_CREDITS)) return insertAndCharge(db, batch);
  await db.transaction().execute(async (trx) => {
    await lockWallets(trx, batch);
    await insertAndCharge(trx, batch);
  });
}

/** Always in one order, or two nodes would wait for each other. Leases are read only by who holds their wallet. */
async function lockWallets(trx: Kysely<Tables>, batch: string): Promise<void> {
  await sql`
    select 1 from wallets
    where organization_id in (
      select organization_id from jsonb_to_recordset(${batch}::jsonb) as r(organization_id text, cost_nanos bigint) where cost_nanos > 0)
    order by organization_id for update`.execute(trx);
}

async function insertAndCharge(db: Kysely<Tables>, batch: string): Promise<void> {
  await sql`
    with fresh as (${insertUsageRecords(batch)}),
    ${COUNT_SUMS},
    ${COUNT_WINDOWS},
    paid as (
      select *, date_trunc('month', created_at at time zone 'UTC') at time zone 'UTC' as month_starts_at from fresh where cost_nanos > 0
    ),
    ${COUNT_SPEND},
    ${CHARGE_WALLETS}
    update wallet_leases l set leased_nanos = greatest(0, l.leased_nanos - spent.cost_nanos)
    from (select organization_id, node_id, sum(cost_nanos) as cost_nanos from paid group by organization_id, node_id) spent
    where l.organization_id = spent.organization_id and l.node_id = spent.node_id`.execute(db);
}
