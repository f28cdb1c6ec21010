import { sql, type Kysely } from 'kysely';
import { toPreciseTimestamp, type Tables } from '#store';

export interface JobRow {
  readonly id: string;
  readonly kind: string;
  readonly key: string | null;
  readonly organization_id: string;
  readonly payload: object;
  readonly created_at: number;
  readonly due_at: number;
}

/** Inserts jobs. Skips a job while an unfinished one of the kind has the same key. */
export async function insertJobs(trx: Kysely<Tables>, jobs: readonly JobRow[]): Promise<void> {
  await trx
    .insertInto('jobs')
    .values([...jobs])
    .onConflict((conflict) => conflict.columns(['kind', 'key']).where('failed_at', 'is', null).doNothing())
    .execute();
}

/** Statistics of the jobs of one kind. */
export interface JobCounts {
  readonly kind: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** How long the oldest due job has been due. */
  readonly overdueMs: number;
}

export async function countJobs(db: Kysely<Tables>, nowMs: number): Promise<JobCounts[]> {
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  const { rows } = await sql<JobCounts>`
    select kind,
      (count(*) filter (where failed_at is null and not leased))::int as waiting,
      (count(*) filter (where failed_at is null and leased))::int as running,
      count(failed_at)::int as failed,
      coalesce(greatest(0, extract(epoch from ${now} - min(due_at) filter (where failed_at is null and not leased))), 0)::float8 * 1000
        as "overdueMs"
    from jobs cross join lateral (select coalesce(lease_ends_at > ${now}, false) as leased) as state
    group by kind order by kind`.execute(db);
  return rows;
}
