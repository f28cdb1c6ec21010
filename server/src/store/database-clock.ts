import { sql, type Kysely } from 'kysely';
import type { Clock } from '#kit';
import type { Tables } from './tables.ts';

/** By how many milliseconds the clock of the database is ahead. */
export async function databaseAheadMs(db: Kysely<Tables>, clock: Pick<Clock, 'nowMs'>): Promise<number> {
  const startMs = clock.nowMs();
  const { rows } = await sql<{
    ms: string;
  }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
  return Number(rows[0]?.ms) - (startMs + clock.nowMs()) / 2;
}
