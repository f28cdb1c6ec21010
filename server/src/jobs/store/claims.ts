import { sql, type Kysely } from 'kysely';
import { isFree, type LapseBounds, type LeaseKind, type LeaseTimes } from '#leases';
import { toPreciseTimestamp, type Tables } from '#store';

/** With the next poll, the jobs of a dead node run elsewhere within 30 seconds. */
export const JOB_LEASES = { table: 'jobs', leaseMs: 25_000, renewMs: 7000 } as const satisfies LeaseKind;

/** A job as one attempt sees it. `organization_id` is '' for the service's own. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly organization_id: string;
  readonly payload: unknown;
  /** How often it was claimed, including this time. Together with the run it identifies a claim. */
  readonly attempts: number;
}

interface DueJobs {
  readonly nowMs: number;
  /** Undefined: what has a lease is held. */
  readonly lapse: LapseBounds | undefined;
}

/** Finds the kinds that have a due job nobody holds. */
export async function findDueKinds(
  db: Kysely<Tables>,
  kinds: readonly string[],
  due: DueJobs,
): Promise<string[]> {
  if (kinds.length === 0) return [];
  const rows = await selectDue(db, kinds, due).select('kind').distinct().execute();
  return rows.map(({ kind }) => kind);
}

/** Which organization is next for a kind of job. */
export interface Turn {
  /** The one that was served last. Undefined: none was. */
  readonly after: string | undefined;
  /** Those that run as many as they may. */
  readonly without: readonly string[];
}

export interface JobLease extends LeaseTimes, DueJobs {
  readonly runId: string;
}

/**
 * Claims a job of the kind, for `runId` alone until `leaseEndsAtMs`: the one that has been due longest of the organization that is next
 * in the order of ids. However many jobs an organization has, another waits for one of them.
 */
export async function claimJob(
  db: Kysely<Tables>,
  kind: string,
  turn: Turn,
  lease: JobLease,
): Promise<ClaimedJob | undefined> {
  const claimed = await claimAfter(db, kind, turn, lease);
  if (claimed || turn.after === undefined) return claimed;
  return claimAfter(db, kind, { ...turn, after: undefined }, lease);
}

/**
 * Visits the organizations with open jobs of the kind one by one, two short looks into an index each, and ends at the first with a due job:
 * PostgreSQL reads no more rows of the recursive query than the outer one asks for.
 */
async function claimAfter(
  db: Kysely<Tables>,
  kind: string,
  { after, without }: Turn,
  { runId, nowMs, leaseEndsAtMs, lapse }: JobLease,
): Promise<ClaimedJob | undefined> {
  const first = after === undefined ? sql`true` : sql`organization_id > ${after}`;
  const may = without.length === 0 ? sql`true` : sql`o.organization_id not in (${sql.join(without)})`;
  const { rows } = await sql<ClaimedJob>`
    with recursive owners as (
      (select organization_id from jobs where kind = ${kind} and failed_at is null and ${first} order by organization_id limit 1)
      union all
      select (
        select j.organization_id from jobs j
        where j.kind = ${kind} and j.failed_at is null and j.organization_id > o.organization_id
        order by j.organization_id limit 1)
      from owners o where o.organization_id is not null)
    update jobs set attempts = attempts + 1, leased_by = ${runId}, lease_ends_at = ${at(leaseEndsAtMs)}
    where id = (
      select due.id from owners o cross join lateral (
        select j.id from jobs j
        where ${may} and j.kind = ${kind} and j.failed_at is null and j.organization_id = o.organization_id
          and j.due_at <= ${at(nowMs)} and ${isFree(JOB_LEASES, lapse, 'j')}
        order by j.due_at, j.id limit 1 for update skip locked) due
      limit 1)
    returning id, kind, organization_id, payload, attempts`.execute(db);
  return rows[0];
}

/** Releases what earlier runs of this node held: one process at a time has its data directory, so none of them lives. */
export async function releaseEarlierRuns(
  db: Kysely<Tables>,
  { nodeId, runId }: { readonly nodeId: string; readonly runId: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ leased_by: null, lease_ends_at: null })
    .where('failed_at', 'is', null)
    .where('leased_by', 'like', `${nodeId}/%`)
    .where('leased_by', '<>', runId)
    .execute();
}

/** Renews the leases of these jobs and returns those that the run still holds: one that lapsed may be another attempt's of the same run. */
export async function renewLeases(
  db: Kysely<Tables>,
  runId: string,
  jobs: readonly ClaimedJob[],
  leaseEndsAtMs: number,
): Promise<ClaimedJob[]> {
  const ids = jobs.map(({ id }) => id);
  const rows = await db
    .updateTable('jobs')
    .set({ lease_ends_at: leaseEndsAtMs })
    .where('leased_by', '=', runId)
    .where('id', 'in', ids)
    .returning(['id', 'attempts'])
    .execute();
  const held = new Map(rows.map(({ id, attempts }) => [id, attempts]));
  return jobs.filter(({ id, attempts }) => held.get(id) === attempts);
}

/** False when the lease was lost: its new holder ends the job. */
export async function deleteJob(
  db: Kysely<Tables>,
  runId: string,
  { id, attempts }: ClaimedJob,
): Promise<boolean> {
  const held = db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('leased_by', '=', runId)
    .where('attempts', '=', attempts);
  return (await held.executeTakeFirst()).numDeletedRows > 0n;
}

/** Releases the job for another attempt, or as failed for good. False when the lease was lost. */
export async function releaseJob(
  db: Kysely<Tables>,
  runId: string,
  { id, attempts }: ClaimedJob,
  outcome: JobRelease,
): Promise<boolean> {
  const held = db
    .updateTable('jobs')
    .where('id', '=', id)
    .where('leased_by', '=', runId)
    .where('attempts', '=', attempts);
  const released = held.set({ leased_by: null, lease_ends_at: null, ...outcome });
  return (await released.executeTakeFirst()).numUpdatedRows > 0n;
}

export type JobRelease =
  | { readonly due_at: number; readonly attempts: number; readonly failure?: null }
  | { readonly due_at: number; readonly failure: string }
  | { readonly failed_at: number; readonly failure: string };

const at = (ms: number) => sql`${toPreciseTimestamp(ms)}::timestamptz`;

function selectDue(db: Kysely<Tables>, kinds: readonly string[], { nowMs, lapse }: DueJobs) {
  return db
    .selectFrom('jobs')
    .where('kind', 'in', kinds)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', nowMs)
    .where(isFree(JOB_LEASES, lapse));
}
