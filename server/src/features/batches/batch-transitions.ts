import type { BatchProblem, BatchResultType, BatchStatus } from '@svc/contract';
import type { Kysely } from 'kysely';
import { recordEvents } from '#events';
import { enqueueJobs } from '#jobs';
import { signalOnCommit, type Tables } from '#store';
import { toBatch } from './batch-object.ts';
import { lockBatch, updateBatch, type BatchRow } from './store/batch-rows.ts';

export const FINISH_BATCH = 'batches.finish';
/** Signalled when there are lines to run. */
export const LINES_READY = 'batch lines ready';

export interface FinishPayload {
  readonly batch_id: string;
}

/** Called with the outcome of lines: their result, or that they will be retried. */
export type CountLines = (outcome: BatchResultType | 'retried' | 'preempted', lines: number) => void;

type FinalStatus = Extract<BatchStatus, 'completed' | 'expired' | 'canceled' | 'failed'>;

/** Validation succeeded: from now on lines run. Returns the new status of the batch. */
export function startBatch(
  db: Kysely<Tables>,
  id: string,
  total: number,
  nowMs: number,
): Promise<BatchStatus | undefined> {
  return whileValidating(db, id, async (trx) => {
    await updateBatch(trx, id, { status: 'in_progress', total, in_progress_at: nowMs });
    await signalOnCommit(trx, LINES_READY);
    return 'in_progress';
  });
}

/** Validation failed: no line runs, and no lines are kept (BATCH-15). */
export function failBatch(
  db: Kysely<Tables>,
  id: string,
  problems: readonly BatchProblem[],
  nowMs: number,
): Promise<BatchStatus | undefined> {
  return whileValidating(db, id, async (trx) => {
    await endBatch(trx, id, 'failed', nowMs, { problems });
    return 'failed';
  });
}

/** Sets the final status of a locked batch, and emits its event (BATCH-19). */
export async function endBatch(
  trx: Kysely<Tables>,
  id: string,
  status: FinalStatus,
  nowMs: number,
  set: Partial<Pick<BatchRow, 'problems' | 'output_file_id'>> = {},
): Promise<BatchRow> {
  const batch = await updateBatch(trx, id, { ...set, status, ending: null, ended_at: nowMs });
  const { organization_id: organizationId, workspace_id: workspaceId } = batch;
  const event = { organizationId, workspaceId, data: { object: toBatch(batch) } };
  await recordEvents(trx, [{ ...event, type: `batch.${status}` }], nowMs);
  return batch;
}

/** A batch that was not started has no results and no output (D-BATCH-4). Others end once each line has its result. */
export async function cancelLockedBatch(
  trx: Kysely<Tables>,
  batch: BatchRow,
  nowMs: number,
): Promise<BatchRow> {
  const { id, status, ending } = batch;
  if (status === 'validating') {
    await updateBatch(trx, id, { cancel_requested_at: nowMs });
    return endBatch(trx, id, 'canceled', nowMs);
  }
  await enqueueFinish(trx, batch, nowMs);
  // Lines that were claimed but not started are released.
  await signalOnCommit(trx, LINES_READY);
  return updateBatch(trx, id, {
    status: 'canceling',
    // Its output may be being written for another ending.
    ending: ending && 'canceled',
    cancel_requested_at: nowMs,
    resumes_at: null,
  });
}

/** Schedules the rest of an ending batch: results of lines that will not run, the output, the final status. */
export async function enqueueFinish(
  trx: Kysely<Tables>,
  { id, organization_id: organizationId }: Pick<BatchRow, 'id' | 'organization_id'>,
  nowMs: number,
): Promise<void> {
  const payload: FinishPayload = { batch_id: id };
  await enqueueJobs(trx, [{ kind: FINISH_BATCH, organizationId, key: id, payload }], nowMs);
}

/** The final status, once each line has a result; undefined before. */
export function endingOf(batch: BatchRow): Exclude<FinalStatus, 'failed'> | undefined {
  const { total, succeeded, errored, canceled, expired, status } = batch;
  if (succeeded + errored + canceled + expired < total) return undefined;
  if (status === 'canceling') return 'canceled';
  return expired > 0 ? 'expired' : 'completed';
}

function whileValidating(
  db: Kysely<Tables>,
  id: string,
  change: (trx: Kysely<Tables>) => Promise<BatchStatus>,
): Promise<BatchStatus | undefined> {
  return db.transaction().execute(async (trx) => {
    const batch = await lockBatch(trx, id);
    return batch?.status === 'validating' ? change(trx) : batch?.status;
  });
}
