import { z } from 'zod';
import { BATCH } from '../resources/batch.ts';
import { FILE } from '../resources/file.ts';
import { openAiBatchCreation } from '../schemas/compat/openai-batches.ts';
import { openAiFileQuery, openAiPageQuery } from '../schemas/compat/openai-files.ts';
import { fileUpload } from '../schemas/files/file.ts';
import { workspaceOperation, type WorkspaceOperation } from './workspace/workspace-operation.ts';

const FILES_PATH = '/compat/openai/v1/files';
const BATCHES_PATH = '/compat/openai/v1/batches';

/** Its form is the vendor's, who describes it. */
const UNDESCRIBED = { summary: '', response: z.unknown() };
const FILES = { ...UNDESCRIBED, tag: FILE.tag, permission: 'files.manage' } as const;
const BATCHES = { ...UNDESCRIBED, tag: BATCH.tag, permission: 'batches.manage' } as const;

function openAi<O extends WorkspaceOperation>(operation: O) {
  return {
    ...operation,
    status: 'live',
    errorStyle: 'openai',
    browserAccess: 'any_client',
    isVendorApi: true,
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
      ...FILES,
      id: 'createOpenAiFile',
      method: 'POST',
      path: FILES_PATH,
      transfer: 'streamed',
      form: fileUpload,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILES,
      id: 'listOpenAiFiles',
      method: 'GET',
      path: FILES_PATH,
      query: openAiFileQuery,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILES,
      id: 'readOpenAiFile',
      method: 'GET',
      path: `${FILES_PATH}/{file_id}`,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILES,
      id: 'deleteOpenAiFile',
      method: 'DELETE',
      path: `${FILES_PATH}/{file_id}`,
    }),
  ),
  openAi(
    workspaceOperation({
      ...FILES,
      id: 'readOpenAiFileContent',
      method: 'GET',
      path: `${FILES_PATH}/{file_id}/content`,
      transfer: 'streamed',
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCHES,
      id: 'createOpenAiBatch',
      method: 'POST',
      path: BATCHES_PATH,
      body: openAiBatchCreation,
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCHES,
      id: 'listOpenAiBatches',
      method: 'GET',
      path: BATCHES_PATH,
      query: openAiPageQuery,
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCHES,
      id: 'readOpenAiBatch',
      method: 'GET',
      path: `${BATCHES_PATH}/{batch_id}`,
    }),
  ),
  openAi(
    workspaceOperation({
      ...BATCHES,
      id: 'cancelOpenAiBatch',
      method: 'POST',
      path: `${BATCHES_PATH}/{batch_id}/cancel`,
    }),
  ),
] as const;
export type CompatResourceOperationId = (typeof COMPAT_RESOURCE_OPERATIONS)[number]['id'];
