import type { Kysely } from 'kysely';
import { signalOnCommit, type Tables } from '#store';
import { jobSignal } from './enqueue-job.ts';
import { makeKeyDue } from './store/failing-jobs.ts';

/** Makes the open job of a kind that has the key due when the transaction commits. */
export async function hastenJob(
  trx: Kysely<Tables>,
  job: { readonly kind: string; readonly key: string },
  nowMs: number,
): Promise<void> {
  await makeKeyDue(trx, job, nowMs);
  await signalOnCommit(trx, jobSignal(job.kind));
}
