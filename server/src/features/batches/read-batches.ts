import { ApiError, type BatchQuery } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import type { WorkspaceScope } from '#store';
import { toBatch, type ToObject } from './batch-object.ts';
import { findBatch, findBatchPage, type BatchRow } from './store/batch-rows.ts';

/** D-BATCH-2. */
export function listBatches(
  scope: WorkspaceScope,
  query: BatchQuery,
  toObject: ToObject = toBatch,
): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findBatchPage(scope, query, page),
    hasPlace: isWellFormedId('batch'),
    toItem: toObject,
    idOf: ({ id }) => id,
  });
}

export async function readBatch(
  scope: WorkspaceScope,
  id: string,
  toObject: ToObject = toBatch,
): Promise<object> {
  return toObject(await requireBatch(scope, id));
}

/** Throws 404 `batch_not_found`, for one of another workspace too (BATCH-02). */
export async function requireBatch(
  scope: WorkspaceScope,
  id: string,
  options?: { readonly lock: boolean },
): Promise<BatchRow> {
  const batch = await findBatch(scope, id, options);
  if (!batch) throw new ApiError('batch_not_found', { param: 'batch_id' });
  return batch;
}
