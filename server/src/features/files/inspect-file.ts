import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#blobs';
import type { FileFailure } from '@svc/contract';
import { DocumentFault, readImageHeader, type DocumentReader, type DocumentReading } from '#content';
import { inspectArchive } from './inspect-archive.ts';
import type { FileScanner } from './scanner/file-scanner.ts';
import type { StoredFile } from './store/file-rows.ts';

export interface InspectDeps {
  readonly blobs: BlobStore;
  readonly reader: DocumentReader;
  readonly scanner: FileScanner;
}

/** Bytes of an image that contain its header. */
const IMAGE_HEADER_BYTES = 262_144;
const PDF = 'application/pdf';

/** The problem of a file, or the extracted text of a document. */
export interface Inspection {
  readonly failure?: FileFailure | undefined;
  readonly reading?: DocumentReading;
}

/** Inspects a file. The virus scanner runs before any parser. Rejects if the inspection is not possible now. */
export async function inspectFile(
  deps: InspectDeps,
  file: StoredFile,
  signal: AbortSignal,
): Promise<Inspection> {
  if (file.bytes === 0) return { failure: 'empty_file' };
  const failure = (await deps.scanner.scan(file, signal)) ?? (await inspectStructure(deps, file, signal));
  if (failure || file.purpose !== 'document' || !mustBeRead(file)) return { failure };
  return readDocument(deps, file, signal);
}

/** For other documents the bytes are the text. */
function mustBeRead({ mime_type: type }: StoredFile): boolean {
  return type === PDF || isOffice(type);
}

function isOffice(type: string): boolean {
  return type.includes('openxmlformats');
}

async function inspectStructure(
  { blobs }: InspectDeps,
  file: StoredFile,
  signal: AbortSignal,
): Promise<FileFailure | undefined> {
  if (file.purpose === 'vision') {
    const end = Math.min(file.bytes, IMAGE_HEADER_BYTES);
    const header = await buffer(await blobs.get(file.blob_key, { start: 0, end }));
    return readImageHeader(header) ? undefined : 'corrupt_file';
  }
  const isUnpacked = file.purpose === 'skill' || (file.purpose === 'document' && isOffice(file.mime_type));
  return isUnpacked ? inspectArchive(blobs, file, signal) : undefined;
}

async function readDocument(
  { blobs, reader }: InspectDeps,
  file: StoredFile,
  signal: AbortSignal,
): Promise<Inspection> {
  try {
    const bytes = await buffer(await blobs.get(file.blob_key));
    const requester = { organizationId: file.organization_id, signal };
    return { reading: await reader.read(bytes, file.mime_type === PDF ? 'pdf' : 'zip', requester) };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return { failure: FAILURES[error.reason] };
  }
}

const FAILURES = {
  unreadable: 'corrupt_file',
  encrypted: 'encrypted_file',
  too_large: 'processing_error',
} as const;
