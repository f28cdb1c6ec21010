import type { Kysely } from 'kysely';
import { describeError, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import type { JobHandler } from './job-handler.ts';
import { deleteJob, releaseJob, type ClaimedJob, type JobRelease } from './store/claims.ts';

/** About three hours, including the pauses between attempts. */
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;

export interface AttemptParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  /** Identifies this run of this node in its leases. */
  readonly runId: string;
}

/**
 * Runs a claimed job and records its outcome. Rejects when the outcome cannot be recorded: then the lease
 * expires and the job runs again.
 */
export async function attemptJob(
  parts: AttemptParts,
  handler: JobHandler,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, runId } = parts;
  const release = await run(parts, handler, job, signal);
  const noted = release ? await releaseJob(db, runId, job, release) : await deleteJob(db, runId, job);
  if (!noted)
    log.warn({ job: job.id, kind: job.kind }, 'job exceeded its lease; outcome left to a later attempt');
}

/** Undefined when the job is done. */
async function run(
  { clock, log }: AttemptParts,
  handler: JobHandler,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobRelease | undefined> {
  const about = { job: job.id, kind: job.kind, attempts: job.attempts };
  if (job.attempts > MAX_ATTEMPTS) {
    // Claimed this often without an outcome: the job may be what kills the processes that run it.
    log.error(about, 'job failed; will not retry');
    return { failed_at: clock.nowMs(), failure: 'LeaseEnded' };
  }
  try {
    // Safe: the handler's own capability wrote the payload.
    const postponed = await handler.run(job.payload as never, { jobId: job.id, signal });
    return postponed && { due_at: postponed.dueAtMs, attempts: job.attempts - 1, failure: null };
  } catch (error) {
    const nowMs = clock.nowMs();
    if (signal.aborted) return { due_at: nowMs, attempts: job.attempts - 1 };
    const described = describeError(error);
    const isLast = job.attempts === MAX_ATTEMPTS;
    log[isLast ? 'error' : 'warn'](
      { ...about, error: described },
      isLast ? 'job failed; will not retry' : 'job failed; will retry',
    );
    return {
      failure: described.class,
      ...(isLast ? { failed_at: nowMs } : { due_at: nowMs + pauseMs(job) }),
    };
  }
}

/** Ten seconds, twenty, and so on up to an hour. */
function pauseMs({ attempts }: ClaimedJob): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
}
