import type { Readable } from 'node:stream';
import { ApiError, type FilePurpose, type LimitValues } from '@svc/contract';

/** Allowed size of a form besides its file: the other parts, and the headers of all parts. */
export const FORM_BYTES = 131_072;

/** FILE-23. */
export function fileLimitBytes(limits: LimitValues, purpose: FilePurpose | undefined): number {
  const isLarge = purpose === undefined || purpose === 'batch' || purpose === 'code_input';
  return isLarge ? limits.large_file_bytes : limits.file_bytes;
}

export function tooLargeFile(limitBytes: number): ApiError {
  return new ApiError('file_too_large', {
    param: 'file',
    extra: { max_bytes: limitBytes },
  });
}

/** Throws 413 for a form that is larger than any file of the purpose allows, before it is sent. */
export function requireDeclaredSize(
  formBytes: number | undefined,
  purpose: FilePurpose | undefined,
  limits: LimitValues,
): void {
  const limitBytes = fileLimitBytes(limits, purpose);
  if (formBytes !== undefined && formBytes > limitBytes + FORM_BYTES) throw tooLargeFile(limitBytes);
}

/** Ends a form that exceeds the size of any file, before or after its file part, with 413. */
export function limitForm(body: Readable, limits: LimitValues): void {
  const limitBytes = fileLimitBytes(limits, undefined);
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limitBytes + FORM_BYTES) body.destroy(tooLargeFile(limitBytes));
  });
}
