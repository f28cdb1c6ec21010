import type { FilePurpose, FileStatus } from '@svc/contract';
import { toFileObject } from '../file-object.ts';
import type { StoredFile } from '../store/file-rows.ts';

const STATUSES: Readonly<Record<FileStatus, string>> = {
  processing: 'uploaded',
  ready: 'processed',
  failed: 'error',
};

/** Purposes that OpenAI's protocol lacks keep their names. */
const PURPOSES: Readonly<Record<FilePurpose, string>> = {
  batch: 'batch',
  vision: 'vision',
  document: 'user_data',
  code_input: 'code_input',
  skill: 'skill',
};

/** A file as OpenAI's protocol has it. */
export function toOpenAiFile(file: StoredFile): object {
  const { id, object, bytes, created_at, expires_at, filename, purpose, status, status_detail, source } =
    toFileObject(file);
  return {
    id,
    object,
    bytes,
    created_at,
    expires_at,
    filename,
    purpose: source === 'batch_output' ? source : PURPOSES[purpose],
    status: STATUSES[status],
    status_details: status_detail,
  };
}
