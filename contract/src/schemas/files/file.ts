import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { wholeNumber } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';

/** What a file is for, which says what types it may have (FILE-12 to FILE-17). */
export const FILE_PURPOSES = ['document', 'vision', 'batch', 'code_input', 'skill'] as const;
export const FILE_STATUSES = ['processing', 'ready', 'failed'] as const;
export const FILE_SOURCES = ['upload', 'batch_output', 'code_execution'] as const;
/** Why a file could not be prepared (D-FILE-4). */
export const FILE_FAILURES = [
  'corrupt_file',
  'encrypted_file',
  'unsafe_archive',
  'malware_detected',
  'empty_file',
  'processing_error',
] as const;

export type FilePurpose = (typeof FILE_PURPOSES)[number];
export type FileStatus = (typeof FILE_STATUSES)[number];
export type FileSource = (typeof FILE_SOURCES)[number];
export type FileFailure = (typeof FILE_FAILURES)[number];

const unixSeconds = z.int().describe('Unix seconds.');

/** Platform contract §2.7. */
export const FileObject = z
  .object({
    id: z.string().describe('Begins with `file_`.'),
    object: z.literal('file'),
    filename: z.string(),
    purpose: z.enum(FILE_PURPOSES),
    bytes: z.int(),
    mime_type: z.string().describe('Detected from the content.'),
    created_at: unixSeconds,
    expires_at: unixSeconds.describe('The file is deleted then. Unix seconds.'),
    status: z.enum(FILE_STATUSES).describe('Only `ready` files can be used and downloaded.'),
    status_detail: z.enum(FILE_FAILURES).nullable().describe('Why it is `failed`.'),
    source: z.enum(FILE_SOURCES),
    workspace_id: z.string(),
  })
  .meta({ id: 'File' });

export type FileObject = z.infer<typeof FileObject>;

/** The parts of an upload that are text. The file is a part of its own, `file` (platform contract §4.7). */
export function fileUploadFields(limits: LimitValues) {
  return z.object({
    purpose: z.enum(FILE_PURPOSES),
    expires_after_days: wholeNumber(1, limits.file_expiry_days)
      .optional()
      .describe(
        `Days until the file is deleted, 1 to ${limits.file_expiry_days}; ${limits.file_expiry_default_days} when left out.`,
      ),
  });
}

/** All parts of an upload. The bytes are received piece by piece, and checked by hand. */
export function fileUpload(limits: LimitValues) {
  return fileUploadFields(limits).extend({
    file: z
      .file()
      .describe(
        `The bytes, with their filename: up to ${limits.file_bytes}, or ${limits.large_file_bytes} for the purposes \`batch\` and \`code_input\`.`,
      ),
  });
}

export function fileQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    purpose: z.enum(FILE_PURPOSES).optional(),
    status: z.enum(FILE_STATUSES).optional(),
    source: z.enum(FILE_SOURCES).optional(),
    after: z.string().min(1).max(100).optional().describe('The same as after_id, as OpenAI clients send it.'),
  });
}

export type FileQuery = z.output<ReturnType<typeof fileQuery>>;

/** What the files of a workspace take, and how much they may (D-FILE-6). */
export const FileQuota = z
  .object({
    type: z.literal('file_quota'),
    workspace_id: z.string(),
    files: z.int(),
    files_limit: z.int(),
    bytes: z.int(),
    bytes_limit: z.int(),
  })
  .meta({ id: 'FileQuota' });
export type FileQuota = z.infer<typeof FileQuota>;

/** Answer to `deleteFile` (D-FILE-1). */
export const FileDeletion = z.object({
  id: z.string(),
  object: z.literal('file'),
  deleted: z.literal(true),
});
