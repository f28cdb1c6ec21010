import type { Kysely } from 'kysely';
import { newId } from '#kit';
import { signalOnCommit, type Tables } from '#store';
import { insertJobs } from './store/jobs.ts';

export interface NewJob {
  readonly kind: string;
  /** Whose work it is: organizations take turns. Null: the service's own. */
  readonly organizationId: string | null;
  /** Ignored while an unfinished job of the kind has the same key. */
  readonly key?: string;
  readonly payload: object;
  /** Absent: now. */
  readonly dueAtMs?: number;
}

/**
 * Inserts jobs in the transaction of their cause: all are stored or none. A worker of this process starts
 * when the transaction commits; a worker of another node finds them at its next poll.
 */
export async function enqueueJobs(
  trx: Kysely<Tables>,
  jobs: readonly NewJob[],
  nowMs: number,
): Promise<void> {
  if (jobs.length === 0) return;
  await insertJobs(
    trx,
    jobs.map(({ kind, organizationId, key = null, payload, dueAtMs = nowMs }) => ({
      id: newId('job_', nowMs),
      kind,
      key,
      organization_id: organizationId ?? '',
      payload,
      created_at: nowMs,
      due_at: dueAtMs,
    })),
  );
  for (const kind of new Set(jobs.map((job) => job.kind))) await signalOnCommit(trx, jobSignal(kind));
}

/** The signal for a committed job of the kind. */
export function jobSignal(kind: string): string {
  return `job ${kind}`;
}
