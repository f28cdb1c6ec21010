import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlobStore } from '#blobs';
import { ApiError } from '@svc/contract';
import { DocumentFault, readZipEntries } from '#content';
import { OFFICE_TYPES } from './detect-type.ts';
import type { ReceivedFile } from './receive-file.ts';

/** The directory of an archive is searched in this many bytes: 10,000 entries with long names. */
const DIRECTORY_BYTES = 4_194_304;
const ENTRIES_PER_YIELD = 1000;
const CONTENT_TYPES = '[Content_Types].xml';

/** The folder of the parts that make a package of each sort. The main part has no fixed name. */
const FOLDERS: Readonly<Record<string, string>> = { '.docx': 'word/', '.pptx': 'ppt/', '.xlsx': 'xl/' };

/**
 * Refuses a ZIP that is an Office file by its name only, 400 `unsupported_file_type` (D-FILE-4). An archive without a readable
 * directory, and one that is encrypted, are left to processing, which says what is wrong with them.
 */
export async function requireOfficeParts(
  blobs: BlobStore,
  blobKey: string,
  { bytes, type: { mimeType } }: ReceivedFile,
): Promise<void> {
  const extension = Object.keys(OFFICE_TYPES).find((one) => OFFICE_TYPES[one] === mimeType);
  if (extension === undefined || bytes === 0 || (await hasParts(blobs, blobKey, bytes, FOLDERS[extension]!)))
    return;
  throw new ApiError('unsupported_file_type', {
    param: 'file',
    message: `The file is a ZIP archive without the parts of ${extension}. Send the document itself.`,
  });
}

async function hasParts(blobs: BlobStore, blobKey: string, bytes: number, folder: string): Promise<boolean> {
  const start = Math.max(0, bytes - DIRECTORY_BYTES);
  const directory = await buffer(await blobs.get(blobKey, { start, end: bytes }));
  let [hasTypes, hasFolder, seen] = [false, false, 0];
  try {
    for (const { name, encrypted } of readZipEntries(directory, start)) {
      if (encrypted) return true;
      hasTypes ||= name === CONTENT_TYPES;
      hasFolder ||= name.startsWith(folder);
      if (hasTypes && hasFolder) return true;
      if (++seen % ENTRIES_PER_YIELD === 0) await nextTurn();
    }
    return false;
  } catch (error) {
    if (error instanceof DocumentFault) return true;
    throw error;
  }
}
