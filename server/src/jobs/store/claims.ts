import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** A job as one attempt sees it. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  /** How often it was claimed, including this time. Together with the run it identifies a claim. */
  readonly attempts: number;
}

/** Finds the kinds that have a due job nobody holds. */
export async function findDueKinds(
  db: Kysely<Tables>,
  kinds: readonly string[],
  nowMs: number,
): Promise<string[]> {
  if (kinds.length === 0) return [];
  const rows = await selectDue(db, kinds, nowMs).select('kind').distinct().execute();
  return rows.map(({ kind }) => kind);
}

/** Claims the job of the kind that has been due longest, for `runId` alone until `leaseEndsAtMs`. */
export function claimJob(
  db: Kysely<Tables>,
  kind: string,
  lease: { readonly runId: string; readonly nowMs: number; readonly leaseEndsAtMs: number },
): Promise<ClaimedJob | undefined> {
  return db
    .updateTable('jobs')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      leased_by: lease.runId,
      lease_ends_at: lease.leaseEndsAtMs,
    }))
    .where(
      'id',
      '=',
      selectDue(db, [kind], lease.nowMs)
        .select('id')
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst();
}

/** Renews the leases of these jobs and returns those that the run still holds. */
export async function renewLeases(
  db: Kysely<Tables>,
  runId: string,
  jobs: readonly ClaimedJob[],
  leaseEndsAtMs: number,
): Promise<void> {
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  await db
    .updateTable('jobs')
    .set({ lease_ends_at: leaseEndsAtMs })
    .where('leased_by', '=', runId)
    .where('id', 'in', ids)
    .execute();
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

function selectDue(db: Kysely<Tables>, kinds: readonly string[], nowMs: number) {
  return db
    .selectFrom('jobs')
    .where('kind', 'in', kinds)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', nowMs)
    .where((eb) => eb.or([eb('lease_ends_at', 'is', null), eb('lease_ends_at', '<=', nowMs)]));
}
