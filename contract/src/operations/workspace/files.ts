import { FILE } from '../../resources/file.ts';
import { z } from 'zod';
import { FileDeletion, FileObject, fileQuery, fileUpload } from '../../schemas/files/file.ts';
import { listOf } from '../../schemas/administration/page.ts';
import { workspaceOperation } from './workspace-operation.ts';

const PATH = '/v1/files';
const ONE = `${PATH}/{file_id}`;
const FILES = { tag: FILE.tag, permission: 'files.manage' } as const;
const NONE = 'file_not_found';

/** Platform contract §4.7, D-FILE-1, D-FILE-2. */
export const FILE_OPERATIONS = [
  workspaceOperation({
    ...FILES,
    id: 'createFile',
    method: 'POST',
    path: PATH,
    summary: 'Upload a file',
    transfer: 'streamed',
    form: fileUpload,
    response: FileObject,
    successStatuses: [201],
    errors: [
      'unknown_parameter',
      'invalid_parameter',
      'invalid_purpose',
      'unsupported_file_type',
      'file_too_large',
      'storage_quota_exceeded',
    ],
  }),
  workspaceOperation({
    ...FILES,
    id: 'listFiles',
    method: 'GET',
    path: PATH,
    summary: 'List the files of the workspace',
    query: fileQuery,
    response: listOf(FileObject),
  }),
  workspaceOperation({
    ...FILES,
    id: 'readFile',
    method: 'GET',
    path: ONE,
    summary: 'Read what is known of a file',
    response: FileObject,
    errors: [NONE],
  }),
  workspaceOperation({
    ...FILES,
    id: 'deleteFile',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a file',
    response: FileDeletion,
    errors: [NONE, 'resource_conflict'],
  }),
  workspaceOperation({
    ...FILES,
    id: 'readFileContent',
    method: 'GET',
    path: `${ONE}/content`,
    summary: 'Download a file',
    transfer: 'streamed',
    response: z.string(),
    responseType: 'application/octet-stream',
    successStatuses: [200, 206],
    errors: [NONE, 'resource_conflict'],
  }),
] as const;
