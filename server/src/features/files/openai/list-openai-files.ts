import { OPENAI_UPLOAD_PURPOSES, type FileQuery, type OpenAiFileQuery } from '@svc/contract';
import type { ListBody } from '#features/listing';
import type { WorkspaceScope } from '#store';
import { listFiles } from '../read-files.ts';
import { toOpenAiFile } from './openai-file.ts';

/** `GET /compat/openai/v1/files`: our own list in the words of OpenAI's protocol. */
export function listOpenAiFiles(
  scope: WorkspaceScope,
  { limit, after, purpose }: OpenAiFileQuery,
  nowMs: number,
): Promise<ListBody> {
  const query = { limit, after: after === '' ? undefined : after, ...filterOf(purpose) };
  return listFiles(scope, query, nowMs, toOpenAiFile);
}

function filterOf(purpose: OpenAiFileQuery['purpose']): Pick<FileQuery, 'purpose' | 'source'> {
  if (purpose === undefined) return {};
  return purpose === 'batch_output'
    ? { source: purpose }
    : { purpose: OPENAI_UPLOAD_PURPOSES[purpose], source: 'upload' };
}
