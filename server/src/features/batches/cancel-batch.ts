import { ApiError } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { WorkspaceScope } from '#store';
import { toBatch, type ToObject } from './batch-object.ts';
import { cancelLockedBatch } from './batch-transitions.ts';
import { requireBatch } from './read-batches.ts';
import { lockOpenBatches } from './store/batch-rows.ts';

/** `POST /v1/batches/{batch_id}/cancel` (D-BATCH-4, BATCH-16): running lines finish. Idempotent; 409 for an ended batch. */
export async function cancelBatch(
  change: MutationContext,
  scope: WorkspaceScope,
  id: string,
  toObject: ToObject = toBatch,
): Promise<object> {
  const batch = await requireBatch(scope, id, { lock: true });
  if (batch.status === 'canceling') return toObject(batch);
  if (batch.status !== 'validating' && batch.status !== 'in_progress')
    throw new ApiError('resource_conflict', {
      message: `The batch has already ended with the status ${batch.status}.`,
    });
  const canceled = await cancelLockedBatch(scope.db, batch, change.nowMs);
  if (change.source.actor.type === 'user') {
    const { workspaceId } = scope;
    await auditChange(change, { event: 'batch.canceled', resource: { type: 'batch', id }, workspaceId });
  }
  return toObject(canceled);
}

/** An archived workspace runs no batches (D-WORK-4). Part of the transaction that archives it. */
export async function cancelBatchesOf({ scope, nowMs }: MutationContext, workspaceId: string): Promise<void> {
  const { db, organizationId } = scope;
  const open = await lockOpenBatches(new WorkspaceScope(db, organizationId, workspaceId));
  for (const batch of open) await cancelLockedBatch(db, batch, nowMs);
}
