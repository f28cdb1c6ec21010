import { z } from 'zod';
import { openAiBatchCreation } from '../schemas/compat/openai-batches.ts';
import { openAiFileQuery, openAiPageQuery } from '../schemas/compat/openai-files.ts';
import { fileUpload } from '../schemas/files/file.ts';
import { workspaceOperation, type WorkspaceOperation } from './workspace/workspace-operation.ts';

const FILES = '/compat/openai/v1/files';
const BATCHES = '/compat/openai/v1/batches';

/** Its form is the vendor's, who describes it. */
const UNDESCRIBED = { summary: '', response: z.unknown() };
const FILE = { ...UNDESCRIBED, tag: 'Files' } as const;
const BATCH = { ...UNDESCRIBED, tag: 'Batches' } as const;

function openAi<O extends WorkspaceOperation>(operation: O) {
  return {
    ...operation,
    status: 'live',
    errorStyle: 'openai',
    browserAccess: 'any_client',
    isForeign: true,
    // Idempotency keys are ignored (COMPG-04).
    errors: operation.errors.filter((name) => name !== 'idempotency_key_reused'),
  } as const;
}

/**
 * What belongs to a workspace, in other vendors' protocols: files and batches of OpenAI's. Like `COMPAT_OPERATIONS`, they
 * are no part of the API description.
 */
export const COMPAT_RESOURCE_OPERATIONS = [
  openAi(
    workspaceOperation({
      ...FILE,
      id: 'createOpenAiFile',
      method: 'POST',
      path: FILES,
      transfer: 'streamed',
      form: fileUpload,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILE,
      id: 'listOpenAiFiles',
      method: 'GET',
      path: FILES,
      query: openAiFileQuery,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILE,
      id: 'readOpenAiFile',
      method: 'GET',
      path: `${FILES}/{file_id}`,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILE,
      id: 'deleteOpenAiFile',
      method: 'DELETE',
      path: `${FILES}/{file_id}`,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILE,
      id: 'readOpenAiFileContent',
      method: 'GET',
      path: `${FILES}/{file_id}/content`,
      transfer: 'streamed',
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCH,
      id: 'createOpenAiBatch',
      method: 'POST',
      path: BATCHES,
      body: openAiBatchCreation,
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCH,
      id: 'listOpenAiBatches',
      method: 'GET',
      path: BATCHES,
      query: openAiPageQuery,
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCH,
      id: 'readOpenAiBatch',
      method: 'GET',
      path: `${BATCHES}/{batch_id}`,
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCH,
      id: 'cancelOpenAiBatch',
      method: 'POST',
      path: `${BATCHES}/{batch_id}/cancel`,
    }),
  ),
] as const;
export type CompatResourceOperationId = (typeof COMPAT_RESOURCE_OPERATIONS)[number]['id'];
