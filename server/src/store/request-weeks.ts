import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '#kit';
import type { JsonArray } from './json-array.ts';
import { findRecordStarts } from './record-starts.ts';
import type { Tables } from './tables.ts';
import { toPreciseTimestamp } from './timestamp-plugin.ts';

const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const NAME = /^request_records_(\d{4})_(\d\d)_(\d\d)$/;
/** Calls are recorded in the statement that charges them: no longer than this does a drop make it wait. */
const LOCK_TIMEOUT = '1s';

/** The start of the week around `ms`: Monday, UTC. */
export function requestWeek(ms: number): number {
  return Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
}

/** Creates the tables of all weeks that a batch's records belong to. */
export async function makeWeeksOf(db: Kysely<Tables>, batch: JsonArray): Promise<void> {
  for (const startsAtMs of await findRecordStarts(db, 'week', batch)) await makeRequestWeek(db, startsAtMs);
}

/**
 * Creates one week's table unless it exists. A record that arrives late creates its week again, and the next retention drops it:
 * nothing is counted from these records. Attached rather than created as a partition, which would wait for every reader.
 */
export async function makeRequestWeek(db: Kysely<Tables>, startsAtMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockWeeks(trx);
    if ((await findRequestWeeks(trx)).includes(startsAtMs)) return;
    const table = sql.table(tableName(startsAtMs));
    const [from, to] = [startsAtMs, startsAtMs + WEEK_MS].map((ms) => sql.lit(toPreciseTimestamp(ms)));
    await sql`create table ${table} (like request_records including all)`.execute(trx);
    await sql`alter table request_records attach partition ${table} for values from (${from}) to (${to})`.execute(
      trx,
    );
  });
}

/** Drops the weeks that ended before `beforeMs`. Rejects when a reader holds the records for longer than a second. */
export async function dropRequestWeeks(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const ended = (await findRequestWeeks(db)).filter((startsAtMs) => startsAtMs + WEEK_MS <= beforeMs);
  for (const startsAtMs of ended)
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
      await lockWeeks(trx);
      await sql`drop table if exists ${sql.table(tableName(startsAtMs))}`.execute(trx);
    });
}

/** Starts of the weeks that have a table. */
async function findRequestWeeks(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_records'::regclass`.execute(db);
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = NAME.exec(name) ?? [];
    return year === undefined ? [] : [Date.UTC(Number(year), Number(month) - 1, Number(day))];
  });
}

/** Nodes that create or drop weeks do it one after the other. */
async function lockWeeks(trx: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('request_records'))`.execute(trx);
}

function tableName(startsAtMs: number): string {
  return `request_records_${toPreciseTimestamp(startsAtMs).slice(0, 10).replaceAll('-', '_')}`;
}
