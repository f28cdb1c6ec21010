import type { BatchProgress } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { requireWorkspace } from '#features/workspaces';
import { MINUTE_MS, toTimestamp } from '#kit';
import { WorkspaceScope, type OrganizationScope } from '#store';
import type { LineSeals } from './line-seal.ts';
import { requireBatch } from './read-batches.ts';
import type { BatchRow } from './store/batch-rows.ts';
import { findErrored } from './store/results.ts';

const MAX_ERRORED = 100;
/** Thousandths of an allowance token. */
const MILLI = 1000;

/** Additional data for the Console's page of a batch. Throws 404 `workspace_not_found`, `batch_not_found`. */
export async function readBatchProgress(
  scope: OrganizationScope,
  { workspaceId, batchId }: { readonly workspaceId: string; readonly batchId: string },
  seals: LineSeals,
  nowMs: number,
): Promise<BatchProgress> {
  const workspace = await requireWorkspace(scope, workspaceId);
  const batch = await requireBatch(new WorkspaceScope(scope.db, scope.organizationId, workspace.id), batchId);
  const errored = await findErrored(scope.db, batch.id, MAX_ERRORED);
  const seal = await seals.of(batch);
  const waits = batch.resumes_at !== null && batch.resumes_at > nowMs && batch.ended_at === null;
  return {
    type: 'batch_progress',
    batch_id: batch.id,
    cost_usd: nanosToDecimal(batch.cost_nanos),
    direct_cost_usd: nanosToDecimal(batch.direct_nanos),
    plan_tokens: Math.ceil(batch.plan_milli / MILLI),
    ...speedOf(batch, nowMs),
    waits_until: waits ? toTimestamp(batch.resumes_at!) : null,
    errored_lines: errored.map((row) => ({
      line: row.line,
      custom_id: seal.openText(row.custom_id, batch.id, row.line, 'custom_id'),
      status_code: row.status_code,
      code: row.error_code,
    })),
  };
}

/** Over the whole run time, including waiting lines. */
function speedOf(
  { in_progress_at: startedAtMs, ended_at: endedAtMs, total, ...counts }: BatchRow,
  nowMs: number,
): Pick<BatchProgress, 'results_per_minute' | 'estimated_end_at'> {
  if (startedAtMs === null || endedAtMs !== null) return { results_per_minute: null, estimated_end_at: null };
  const done = counts.succeeded + counts.errored + counts.canceled + counts.expired;
  const elapsedMs = Math.max(nowMs - startedAtMs, 1);
  const restMs = done === 0 ? undefined : ((total - done) * elapsedMs) / done;
  return {
    results_per_minute: Math.round((done * MINUTE_MS) / elapsedMs),
    estimated_end_at: restMs === undefined ? null : toTimestamp(Math.min(nowMs + restMs, counts.expires_at)),
  };
}
