import { sql, type Kysely, type RawBuilder } from 'kysely';
import { insertRequestRecords } from '#features/request-records';
import { isMissingMonth, makeMonthsOf, makeWeeksOf, type JsonArray, type Tables } from '#store';
import { CHARGE_WALLETS, COUNT_SPEND, COUNT_WINDOWS } from './count-charges.ts';
import { INSERT_USAGE_RECORDS, usageLines } from './insert-usage-records.ts';
import { COUNT_PERIODS } from './usage-periods.ts';
import { COUNT_SUMS } from './usage-sums.ts';

/**
 * Occurs in a batch exactly when credits paid for one of its records: text inside a record cannot contain it
 * unescaped.
 */
const PAID_BY_CREDITS = '"billing_source":"api_credit"';

/**
 * Inserts records, which are not parsed here, and in the same transaction
 * everything derived from them: request records and their sums, hourly and daily sums, those of
 * periods, windows, spend, ledger, balances. Records that are
 * already stored change nothing, which makes replay harmless. Throws StoreUnavailable or the server's
 * DatabaseError.
 */
export async function chargeUsage(db: Kysely<Tables>, records: JsonArray): Promise<void> {
  const paidByCredits = records.includes(PAID_BY_CREDITS);
  await inUsageMonths(db, records, () =>
    paidByCredits
      ? db.transaction().execute((trx) => chargeUsageWithin(trx, records))
      : insertAndCharge(db, records),
  );
}

/**
 * Runs the charging of these records, and repeats it if their month or week had no table. The database's error
 * reports that; nothing is looked up first. Tables are created ahead, so it is rare, and a cached answer
 * could be wrong about a month that another process created or dropped.
 */
export async function inUsageMonths<T>(
  db: Kysely<Tables>,
  records: JsonArray,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isMissingMonth(error)) throw error;
    await makeMonthsOf(db, records);
    await makeWeeksOf(db, records);
    return run();
  }
}

/**
 * The same within the caller's transaction: the charge and what it pays for are written together or not at
 * all.
 */
export async function chargeUsageWithin(trx: Kysely<Tables>, records: JsonArray): Promise<void> {
  if (records.includes(PAID_BY_CREDITS)) await lockWallets(trx, records);
  await insertAndCharge(trx, records);
}

/**
 * Locks in one fixed order, or two nodes would deadlock. Leases are read only by the holder of their wallet's
 * lock.
 */
async function lockWallets(trx: Kysely<Tables>, batch: JsonArray): Promise<void> {
  await sql`
    select 1 from wallets
    where organization_id in (
      select organization_id from jsonb_to_recordset(${batch}::jsonb) as r(organization_id text, cost_nanos bigint) where cost_nanos > 0)
    order by organization_id for update`.execute(trx);
}

/**
 * What stands before and behind the batch, the only parameter, in `insertionOf`. Kysely takes 0.4 ms to put it together, as long as four answers
 * take.
 */
let aroundBatch: readonly RawBuilder<unknown>[] | undefined;

async function insertAndCharge(db: Kysely<Tables>, batch: JsonArray): Promise<void> {
  aroundBatch ??= insertionOf(batch)
    .compile(db)
    .sql.split('$1')
    .map((text) => sql.raw(text));
  // Not as a compiled query: plugins of `db` would not see it.
  await sql.join(aroundBatch, sql`${batch}`).execute(db);
}

function insertionOf(batch: JsonArray): RawBuilder<unknown> {
  return sql`
    with lines as materialized (${usageLines(batch)}),
    fresh as (${INSERT_USAGE_RECORDS}),
    ${insertRequestRecords(sql`lines`)},
    ${COUNT_SUMS},
    ${COUNT_PERIODS},
    ${COUNT_WINDOWS},
    paid as (
      select *, date_trunc('month', created_at at time zone 'UTC') at time zone 'UTC' as month_starts_at from fresh where cost_nanos > 0
    ),
    ${COUNT_SPEND},
    ${CHARGE_WALLETS}
    update wallet_leases l set leased_nanos = greatest(0, l.leased_nanos - spent.cost_nanos)
    from (select organization_id, node_id, sum(cost_nanos) as cost_nanos from paid group by organization_id, node_id) spent
    where l.organization_id = spent.organization_id and l.node_id = spent.node_id`;
}
