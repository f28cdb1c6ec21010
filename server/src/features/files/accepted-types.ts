import { ApiError, type FilePurpose } from '@svc/contract';
import { OCTETS, type DetectedType } from './detect-type.ts';

const DOCUMENTS = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'text/plain',
  'text/markdown',
  'text/html',
  'application/json',
];

/** FILE-13 to FILE-17. Null: any. */
const ACCEPTED: Readonly<Record<FilePurpose, readonly string[] | null>> = {
  document: DOCUMENTS,
  vision: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  batch: ['application/jsonl'],
  code_input: null,
  skill: ['application/zip'],
};

/** Throws 400 `unsupported_file_type` (FILE-18). An empty file has no type: it fails when it is processed (D-FILE-4). */
export function requireAcceptedType(
  purpose: FilePurpose,
  { mimeType, format, namedAs }: DetectedType,
  isEmpty: boolean,
): void {
  const accepted = ACCEPTED[purpose];
  if (accepted === null) return;
  if (namedAs !== undefined && purpose === 'document')
    throw unsupported(
      `The name of the file promises ${namedAs}, but it is ${mimeType}. Rename it or send the right file.`,
    );
  if (accepted.includes(mimeType) || (isEmpty && mimeType === OCTETS)) return;
  // A JAR is a ZIP too, and a skill may contain the same manifest.
  if (purpose === 'skill' && format === 'archive') return;
  throw unsupported(`A file for ${purpose} must be one of ${accepted.join(', ')}. This one is ${mimeType}.`);
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_file_type', { param: 'file', message });
}

/** Whether text files of this purpose must be valid UTF-8 to their end. */
export function mustBeUtf8(purpose: FilePurpose | undefined, { format }: DetectedType): boolean {
  return format === 'text' && purpose !== 'code_input';
}
