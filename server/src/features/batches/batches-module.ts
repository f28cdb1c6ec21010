import type { Log, Metrics } from '#kit';
import type { SealingRing } from '#sealing';
import type { ConsoleHandlers, Module, WorkspaceHandlers } from '#features/module';
import type { StoreFileDeps, UploadLeases } from '#features/files';
import { cancelBatch, cancelBatchesOf } from './cancel-batch.ts';
import type { CountLines } from './batch-transitions.ts';
import { createBatch } from './create-batch.ts';
import { dropSpentLines, endDueBatches } from './ending/end-due-batches.ts';
import { finishBatch } from './ending/finish-batch.ts';
import { LineSeals } from './line-seal.ts';
import { createOpenAiBatch } from './openai/create-openai-batch.ts';
import { toOpenAiBatch } from './openai/openai-batch.ts';
import { listBatches, readBatch } from './read-batches.ts';
import { readBatchProgress } from './read-progress.ts';
import type { BatchRunner } from './runner/batch-runner.ts';
import { SEALED_LINES } from './sealed-lines.ts';
import { hasBatches } from './store/batch-rows.ts';
import { resumeValidation } from './validation/resume-validation.ts';
import { validateBatch, type ValidateDeps } from './validation/validate-batch.ts';

export interface BatchesModuleDeps extends Omit<StoreFileDeps, 'uploadLeases'>, Omit<ValidateDeps, 'seals'> {
  readonly sealing: SealingRing;
  readonly log: Log;
  readonly batchRunner: BatchRunner;
  readonly countLines: CountLines;
}

/** `uploadLeases` come from files. */
export function batchesModule(deps: BatchesModuleDeps, uploadLeases: UploadLeases) {
  const { db, blobs, clock, limits, log, batchRunner, countLines, sealing } = deps;
  const seals = new LineSeals(sealing);
  return {
    workspace: {
      createBatch: (change, { body }, caller) => createBatch(change, body, caller, limits()),
      listBatches: (scope, { query }) => listBatches(scope, query),
      readBatch: (scope, { params }) => readBatch(scope, params.batch_id),
      cancelBatch: (change, { params }, { workspace }) => cancelBatch(change, workspace, params.batch_id),
      createOpenAiBatch: (change, { body }, caller) => createOpenAiBatch(change, body, caller, limits()),
      listOpenAiBatches: (scope, { query: { limit, after } }) =>
        listBatches(scope, { limit, after: after === '' ? undefined : after }, toOpenAiBatch),
      readOpenAiBatch: (scope, { params }) => readBatch(scope, params.batch_id, toOpenAiBatch),
      cancelOpenAiBatch: (change, { params }, { workspace }) =>
        cancelBatch(change, workspace, params.batch_id, toOpenAiBatch),
    } satisfies Partial<WorkspaceHandlers>,
    console: {
      readBatchProgress: (scope, { params }) =>
        readBatchProgress(
          scope,
          { workspaceId: params.workspace_id, batchId: params.batch_id },
          seals,
          clock.nowMs(),
        ),
    } satisfies Partial<ConsoleHandlers>,
    sealed: [SEALED_LINES],
    jobs: [batchRunner.job, endDueBatches(db, clock), resumeValidation(db, clock)],
    jobHandlers: [
      validateBatch({ db, blobs, clock, limits, seals }),
      finishBatch({ db, blobs, clock, log, uploadLeases, seals, countLines }),
    ],
    retention: { batch_lines: (nowMs: number) => dropSpentLines(db, nowMs) },
    metrics: (metrics: Metrics) =>
      metrics.gauge('svc_batch_lines_running', 'Lines of batches under way', () => batchRunner.runningLines),
    workspaceArchived: cancelBatchesOf,
    holdsContent: hasBatches,
  } satisfies Module;
}
