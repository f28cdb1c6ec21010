import type { FILE_OPERATIONS } from '../operations/workspace/files.ts';
import type { FileObject } from '../schemas/files/file.ts';
import { INPUT_FILE_ID, WORKSPACE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

const file: FileObject = {
  id: INPUT_FILE_ID,
  object: 'file',
  filename: 'questions.jsonl',
  purpose: 'batch',
  bytes: 40_960,
  mime_type: 'application/jsonl',
  created_at: 1_795_161_600,
  expires_at: 1_797_753_600,
  status: 'processing',
  status_detail: null,
  source: 'upload',
  workspace_id: WORKSPACE_ID,
};

export const FILE_REFERENCES: References<typeof FILE_OPERATIONS> = {
  createFile: {
    description: `Uploads a file as \`multipart/form-data\`. \`purpose\` says what it is for, and which types it may have: \`document\` (PDF, Office, text), \`vision\` (PNG,
JPEG, WebP, GIF), \`batch\` (JSONL), \`code_input\` (any type), \`skill\` (ZIP). The type is detected from the bytes. Send \`purpose\` before \`file\`, so that
its own size limit applies from the start.

The file is checked after the upload: read it until \`status\` is \`ready\`. Organizations with zero data retention must send \`expires_after_days\` 1.`,
    form: { purpose: 'batch', expires_after_days: 30, file: 'questions.jsonl' },
    response: file,
  },
  listFiles: {
    description: 'The files of the workspace, newest first. Expired and deleted ones are not among them.',
    response: pageOf({ ...file, status: 'ready' }, INPUT_FILE_ID),
  },
  readFile: {
    description: 'The file object: its type, size and status. The bytes are at `/content`.',
    response: { ...file, status: 'ready' },
  },
  deleteFile: {
    description: `Deletes a file for good. A batch that has validated its input no longer needs the file; while it validates, deleting is refused with
\`resource_conflict\`.`,
    response: { id: INPUT_FILE_ID, object: 'file', deleted: true },
  },
  readFileContent: {
    description: `The bytes of a file that is \`ready\`, with its own media type, as a download. One \`Range\` is honored. This is also how the results of a batch are
fetched: \`output_file_id\` names the file, each line is one result.`,
    response: '{"custom_id":"q-1","result":{"type":"succeeded","status_code":200,"body":{}}}\n',
  },
};
