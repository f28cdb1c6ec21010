import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#blobs';
import type { FileFailure } from '@svc/contract';
import { DocumentFault, readImageHeader, type DocumentReader } from '#content';
import { inspectArchive } from './inspect-archive.ts';
import type { StoredFile } from './store/file-rows.ts';

export interface InspectDeps {
  readonly blobs: BlobStore;
  readonly reader: DocumentReader;
}

/** Bytes of an image that hold its header. */
const IMAGE_HEADER_BYTES = 262_144;

/** What is wrong with a file; undefined: nothing. Rejects when it could not be looked at now. */
export async function inspectFile(
  deps: InspectDeps,
  file: StoredFile,
  signal: AbortSignal,
): Promise<FileFailure | undefined> {
  const { blobs } = deps;
  if (file.bytes === 0) return 'empty_file';
  if (file.purpose === 'vision') {
    const end = Math.min(file.bytes, IMAGE_HEADER_BYTES);
    const header = await buffer(await blobs.get(file.blob_key, { start: 0, end }));
    return readImageHeader(header) ? undefined : 'corrupt_file';
  }
  const isArchive = file.mime_type === 'application/zip' || file.mime_type.includes('openxmlformats');
  if (isArchive && file.purpose !== 'code_input') {
    const failure = await inspectArchive(blobs, file);
    if (failure || file.purpose === 'skill') return failure;
  }
  if (file.purpose !== 'document' || file.mime_type.startsWith('text/')) return undefined;
  return inspectDocument(deps, file, signal);
}

/** Whether its text can be read. */
async function inspectDocument(
  { blobs, reader }: InspectDeps,
  file: StoredFile,
  signal: AbortSignal,
): Promise<FileFailure | undefined> {
  if (file.mime_type === 'application/json') return undefined;
  try {
    const bytes = await buffer(await blobs.get(file.blob_key));
    await reader.read(bytes, file.mime_type === 'application/pdf' ? 'pdf' : 'zip', {
      organizationId: file.organization_id,
      signal,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return FAILURES[error.reason];
  }
}

const FAILURES = {
  unreadable: 'corrupt_file',
  encrypted: 'encrypted_file',
  too_large: 'processing_error',
} as const;
