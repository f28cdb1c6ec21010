import { sql, type Kysely } from 'kysely';
import { calendarDay, OperatorError } from '#kit';
import type { JsonArray } from './json-array.ts';
import { codeOf } from './store-unavailable.ts';
import { findRecordStarts } from './record-starts.ts';
import type { Tables } from './tables.ts';
import { toPreciseTimestamp } from './timestamp-plugin.ts';

/** The start of the UTC calendar month that is `distance` months from the one around `ms`. */
export function usageMonth(ms: number, distance = 0): number {
  const { year, month } = calendarDay(ms);
  return Date.UTC(year, month + distance, 1);
}

/**
 * True when a record was rejected because its month has no table: a check's error names the check, this one
 * names none.
 */
export function isMissingMonth(error: unknown): boolean {
  return codeOf(error) === '23514' && (error as { constraint?: string }).constraint === undefined;
}

/** Creates the tables of all months that a batch's records belong to. */
export async function makeMonthsOf(db: Kysely<Tables>, batch: JsonArray): Promise<void> {
  for (const startsAtMs of await findRecordStarts(db, 'month', batch)) await makeUsageMonth(db, startsAtMs);
}

/**
 * Creates one month's table, unless it exists or was dropped. The month's row is the lock: a second caller
 * waits for the first and then finds the table. The table is attached rather than created as a partition,
 * which would wait for every reader of the records while every writer queues behind it.
 */
export async function makeUsageMonth(db: Kysely<Tables>, startsAtMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows: made } = await trx
      .insertInto('usage_months')
      .values({ starts_at: startsAtMs, dropped_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (made !== 1n) return;
    const table = sql.table(tableName(startsAtMs));
    const [from, to] = [startsAtMs, usageMonth(startsAtMs, 1)].map((ms) => sql.lit(toPreciseTimestamp(ms)));
    await sql`create table ${table} (like usage_records including all)`.execute(trx);
    await sql`alter table usage_records attach partition ${table} for values from (${from}) to (${to})`.execute(
      trx,
    );
  });
}

/** Longer than any batch of records takes. Everything that uses the records queues behind a waiting drop. */
const LOCK_TIMEOUT = '1s';

/**
 * A long-running reader, such as a backup or a ledger check, holds the usage records. The message is for the
 * operator.
 */
export class UsageRecordsBusy extends OperatorError {
  constructor() {
    super(
      'The usage records are in use, perhaps by a backup or a ledger check. Nothing of this month was dropped; try again later.',
    );
    this.name = 'UsageRecordsBusy';
  }
}

/**
 * Drops one month's records permanently and notes that they are gone. Returns their size; undefined when they
 * did not exist. Throws UsageRecordsBusy.
 */
export async function dropUsageMonth(
  db: Kysely<Tables>,
  startsAtMs: number,
  nowMs: number,
): Promise<number | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
      const { numUpdatedRows: noted } = await trx
        .updateTable('usage_months')
        .set({ dropped_at: nowMs })
        .where('starts_at', '=', startsAtMs)
        .where('dropped_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (noted !== 1n) return undefined;
      const name = tableName(startsAtMs);
      const { rows } = await sql<{
        bytes: number;
      }>`select pg_total_relation_size(${name}::regclass) as bytes`.execute(trx);
      await sql`drop table ${sql.table(name)}`.execute(trx);
      return rows[0]!.bytes;
    });
  } catch (error) {
    throw codeOf(error) === LOCK_NOT_AVAILABLE ? new UsageRecordsBusy() : error;
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

function tableName(startsAtMs: number): string {
  return `usage_records_${toPreciseTimestamp(startsAtMs).slice(0, 7).replace('-', '_')}`;
}
