import { z } from 'zod';
import { limit } from '../limits/limit.ts';
import { INPUT_FILE_ID } from '../reference/objects/ids.ts';
import { FileObject } from '../schemas/files/file.ts';
import { MANAGED_BY_DEVELOPERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Platform contract §2.7. */
export const FILE = {
  type: 'file',
  kind: 'File',
  tag: 'Files',
  ids: { file: 'file_' },
  errors: {
    file_not_found: {
      status: 404,
      when: 'No such file in this workspace, or it has expired.',
      message:
        'No file with this id exists in the workspace. Upload it again or list the files to find its id.',
    },
    invalid_purpose: {
      status: 400,
      when: 'The `purpose` of an upload is unknown.',
      message: 'The purpose is unknown. Use document, vision, batch, code_input or skill.',
    },
    unsupported_file_type: {
      status: 400,
      when: 'The type of the file is not accepted for the purpose.',
      message:
        'This type of file is not accepted for the purpose. Convert the file or choose another purpose.',
    },
    file_too_large: {
      status: 413,
      when: 'The file is larger than its purpose allows.',
      message: 'The file is too large. Upload one of at most max_bytes.',
      extra: ['max_bytes'],
    },
    storage_quota_exceeded: {
      status: 507,
      when: 'The storage of the workspace is full, in bytes or in number of files.',
      message:
        'The storage of the workspace is full. Delete files that are no longer needed and upload again.',
    },
  },
  permissions: {
    'files.manage': { words: 'List, upload, download and delete files', ...MANAGED_BY_DEVELOPERS },
  },
  audit: {
    resources: {
      'file.created': 'File uploaded',
      'file.deleted': 'File deleted',
    },
  },
  // 100 MB, 500 MB and 100 GB are binary units (D-FILE-3).
  limits: {
    file_bytes: limit(104_857_600, 'Maximum size of an uploaded file.'),
    large_file_bytes: limit(524_288_000, 'Maximum size of an uploaded file for batches.'),
    file_expiry_days: limit(90, 'Maximum time for which a file is kept.'),
    file_expiry_default_days: limit(30, 'Default time for which a file is kept.'),
    file_expiry_zero_retention_days: limit(
      1,
      'Maximum time for which a file is kept in an organization with zero data retention.',
    ),
    workspace_storage_bytes: limit(107_374_182_400, 'Storage for the files of a workspace.'),
    workspace_files: limit(10_000, 'Maximum files of a workspace.'),
  },
  events: { 'file.expired': { scope: 'workspace', object: FileObject, more: { deleted: z.literal(true) } } },
  pathParameters: {
    file_id: { description: 'Id of a file.', example: INPUT_FILE_ID },
  },
} as const satisfies Resource;
