import type { Kysely } from 'kysely';
import { signalOnCommit, type Tables } from '#store';
import { jobSignal } from './enqueue-job.ts';
import { hasSuccessor, makeDue, type FailingJobRow } from './store/failing-jobs.ts';

/**
 * Makes a job that the transaction has locked due when it commits. False: it was given up, and an open job with the same key has taken over
 * its work.
 */
export async function retryJob(
  trx: Kysely<Tables>,
  { id, kind, failed_at: failedAtMs }: FailingJobRow,
  nowMs: number,
): Promise<boolean> {
  if (failedAtMs !== null && (await hasSuccessor(trx, id))) return false;
  await makeDue(trx, id, nowMs);
  await signalOnCommit(trx, jobSignal(kind));
  return true;
}
