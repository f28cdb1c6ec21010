import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** Starts of the months before `beforeMs` that still have records, oldest first. */
export async function findUsageMonths(db: Kysely<Tables>, beforeMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('usage_months')
    .select('starts_at')
    .where('dropped_at', 'is', null)
    .where('starts_at', '<', beforeMs)
    .orderBy('starts_at')
    .execute();
  return rows.map((row) => row.starts_at);
}

/** The start of the oldest window that is open at `nowMs`. */
export async function findOldestOpenWindow(db: Kysely<Tables>, nowMs: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('plan_usage')
    .select('starts_at')
    .where('ends_at', '>', nowMs)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst();
  return row?.starts_at;
}
