import { BatchProgress } from '../../schemas/batches/batch.ts';
import { consoleOperation } from './console-operation.ts';

/** What the Console shows of batches beside what keys can do with them, which is mirrored. */
export const CONSOLE_BATCH_OPERATIONS = [
  consoleOperation({
    id: 'readBatchProgress',
    method: 'GET',
    path: '/console/api/workspaces/{workspace_id}/batches/{batch_id}/progress',
    summary: 'Read what a batch has cost, its speed and which lines failed',
    permission: 'batches.manage',
    response: BatchProgress,
    errors: ['workspace_not_found', 'batch_not_found'],
  }),
] as const;
