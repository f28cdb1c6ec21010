import { BATCH } from '../../resources/batch.ts';
import { Batch, batchCreation, batchQuery } from '../../schemas/batches/batch.ts';
import { listOf } from '../../schemas/administration/page.ts';
import { workspaceOperation } from './workspace-operation.ts';

const PATH = '/v1/batches';
const ONE = `${PATH}/{batch_id}`;
const BATCHES = { tag: BATCH.tag, permission: 'batches.manage' } as const;
const NONE = 'batch_not_found';

/** Platform contract §4.8, D-BATCH-1, D-BATCH-2. */
export const BATCH_OPERATIONS = [
  workspaceOperation({
    ...BATCHES,
    id: 'createBatch',
    method: 'POST',
    path: PATH,
    summary: 'Run the requests of a file',
    body: batchCreation,
    readOnly: Object.keys(Batch.shape).filter((name) => !['input_file_id', 'metadata'].includes(name)),
    response: Batch,
    successStatuses: [201],
    errors: ['file_not_found'],
  }),
  workspaceOperation({
    ...BATCHES,
    id: 'listBatches',
    method: 'GET',
    path: PATH,
    summary: 'List the batches of the workspace',
    query: batchQuery,
    response: listOf(Batch),
  }),
  workspaceOperation({
    ...BATCHES,
    id: 'readBatch',
    method: 'GET',
    path: ONE,
    summary: 'Read how far a batch has come',
    response: Batch,
    errors: [NONE],
  }),
  workspaceOperation({
    ...BATCHES,
    id: 'cancelBatch',
    method: 'POST',
    path: `${ONE}/cancel`,
    summary: 'Cancel a batch; requests already running finish',
    response: Batch,
    errors: [NONE],
  }),
] as const;
