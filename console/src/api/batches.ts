import { queryOptions } from '@tanstack/react-query';
import type { Batch, BatchStatus } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

export interface BatchFilters {
  readonly status?: BatchStatus;
}

/** Prefix of everything about batches in the cache. */
export const BATCHES = ['batches'] as const;

const REFRESH_MS = 2000;

export function batchList(workspaceId: string, filters: BatchFilters) {
  return listOptions<Batch>([...BATCHES, workspaceId, 'list', filters], (page, options) =>
    call('listBatches', { path: { workspace_id: workspaceId }, query: { ...filters, ...page }, ...options }),
  );
}

/** Loaded again and again until the batch has ended. */
export function batchOptions(workspaceId: string, id: string) {
  return queryOptions({
    queryKey: [...BATCHES, workspaceId, 'one', id],
    queryFn: ({ signal }) => call('readBatch', { path: { workspace_id: workspaceId, batch_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? REFRESH_MS : false),
  });
}

export function batchProgressOptions(workspaceId: string, { id, ended_at: endedAt }: Batch) {
  const path = { workspace_id: workspaceId, batch_id: id };
  return queryOptions({
    // What it is in the end is loaded once more.
    queryKey: [...BATCHES, workspaceId, 'progress', id, endedAt],
    queryFn: ({ signal }) => call('readBatchProgress', { path, signal }),
    refetchInterval: endedAt === null ? REFRESH_MS : false,
  });
}

/** How many requests have their result. */
export function doneOf({ total, processing }: Batch['request_counts']): number {
  return total - processing;
}
