import { sql, type Kysely } from 'kysely';
import type { JsonArray } from './json-array.ts';
import type { Tables } from './tables.ts';

/** The starts of all months or weeks, UTC, that a batch's records belong to. In order. */
export async function findRecordStarts(
  db: Kysely<Tables>,
  unit: 'month' | 'week',
  batch: JsonArray,
): Promise<readonly number[]> {
  const { rows } = await sql<{ starts_at: number }>`
    select distinct date_trunc(${sql.lit(unit)}, created_at, 'UTC') as starts_at
    from jsonb_to_recordset(${batch}::jsonb) as r(created_at timestamptz)
    where created_at between '2000-01-01Z' and '9999-01-01Z' order by 1`.execute(db);
  return rows.map(({ starts_at: startsAtMs }) => startsAtMs);
}
