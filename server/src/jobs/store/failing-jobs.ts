import { sql, type Kysely, type Selectable } from 'kysely';
import { readPage, toPreciseTimestamp, type Page, type PageRequest, type Tables } from '#store';

/** A job without what it works on. */
export type FailingJobRow = Pick<
  Selectable<Tables['jobs']>,
  'id' | 'kind' | 'attempts' | 'failure' | 'created_at' | 'due_at' | 'lease_ends_at' | 'failed_at'
>;

const COLUMNS = [
  'id',
  'kind',
  'attempts',
  'failure',
  'created_at',
  'due_at',
  'lease_ends_at',
  'failed_at',
] as const;

/** Jobs whose last attempt failed, or that were given up, newest first. */
export function findFailingJobs(
  db: Kysely<Tables>,
  state: 'failing' | 'failed',
  page: PageRequest,
): Promise<Page<FailingJobRow>> {
  const jobs = db.selectFrom('jobs').select(COLUMNS);
  const found =
    state === 'failed'
      ? jobs.where('failed_at', 'is not', null)
      : jobs.where('failed_at', 'is', null).where('failure', 'is not', null);
  return readPage(found, 'id', page);
}

export function lockJob(trx: Kysely<Tables>, id: string): Promise<FailingJobRow | undefined> {
  return trx.selectFrom('jobs').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether a job that is not given up has the kind and key of this one, whose work it has taken over. */
export async function hasSuccessor(trx: Kysely<Tables>, id: string): Promise<boolean> {
  const open = trx
    .selectFrom('jobs as given_up')
    .innerJoin('jobs as open', (join) =>
      join.onRef('open.kind', '=', 'given_up.kind').onRef('open.key', '=', 'given_up.key'),
    )
    .select('open.id')
    .where('given_up.id', '=', id)
    .where('open.failed_at', 'is', null);
  return (await open.executeTakeFirst()) !== undefined;
}

/** Makes a job due, with all of its attempts if it was given up. One that is running stays as it is. */
export async function makeDue(trx: Kysely<Tables>, id: string, nowMs: number): Promise<void> {
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  await sql`
    update jobs set due_at = least(due_at, ${now}), failed_at = null,
      attempts = case when failed_at is null then attempts else 0 end
    where id = ${id} and (lease_ends_at is null or lease_ends_at <= ${now})`.execute(trx);
}

/** The same for the open job of a kind that has the key. */
export async function makeKeyDue(
  trx: Kysely<Tables>,
  { kind, key }: { readonly kind: string; readonly key: string },
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ due_at: sql`least(due_at, ${toPreciseTimestamp(nowMs)}::timestamptz)` })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('failed_at', 'is', null)
    .execute();
}

export interface QueuedJobs {
  readonly kind: string;
  readonly waiting: number;
  readonly failing: number;
  readonly failed: number;
  /** When the one that has been due longest was due; null: none is. */
  readonly dueAt: number | null;
}

/** Jobs by kind. No count goes beyond `most`: whatever the table holds, each kind takes three short looks into an index. */
export async function countQueuedJobs(
  db: Kysely<Tables>,
  nowMs: number,
  most: number,
): Promise<QueuedJobs[]> {
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  const limit = sql.lit(most);
  const { rows } = await sql<QueuedJobs>`
    with recursive open_kinds as (
      (select kind from jobs where failed_at is null order by kind limit 1)
      union all
      select (select j.kind from jobs j where j.failed_at is null and j.kind > k.kind order by j.kind limit 1)
      from open_kinds k where k.kind is not null),
    failing as (
      select kind, count(*)::int as count
      from (select kind from jobs where failed_at is null and failure is not null limit ${limit}) f group by kind),
    failed as (
      select kind, count(*)::int as count from (select kind from jobs where failed_at is not null limit ${limit}) f group by kind),
    kinds as (select kind from open_kinds where kind is not null union select kind from failed)
    select k.kind, w.count as waiting, coalesce(failing.count, 0) as failing, coalesce(failed.count, 0) as failed,
      (extract(epoch from d.due_at) * 1000)::float8 as "dueAt"
    from kinds k
    cross join lateral (
      select count(*)::int as count from (select 1 from jobs j where j.kind = k.kind and j.failed_at is null limit ${limit}) open) w
    left join lateral (
      select j.due_at from jobs j where j.kind = k.kind and j.failed_at is null and j.due_at <= ${now} order by j.due_at limit 1) d on true
    left join failing on failing.kind = k.kind
    left join failed on failed.kind = k.kind
    order by k.kind`.execute(db);
  return rows;
}
