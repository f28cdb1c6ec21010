import { FileQuota } from '../../schemas/files/file.ts';
import { consoleOperation } from './console-operation.ts';

/** What the Console shows of files beside what keys can do with them, which is mirrored. */
export const CONSOLE_FILE_OPERATIONS = [
  consoleOperation({
    id: 'readFileQuota',
    method: 'GET',
    path: '/console/api/workspaces/{workspace_id}/file_quota',
    summary: 'Read the storage used by the files of a workspace',
    permission: 'files.manage',
    response: FileQuota,
    errors: ['workspace_not_found'],
  }),
] as const;
