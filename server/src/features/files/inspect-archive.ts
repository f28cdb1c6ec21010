import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#blobs';
import type { FileFailure } from '@svc/contract';
import { DocumentFault, readZipDirectory } from '#content';
import type { StoredFile } from './store/file-rows.ts';

/** D-FILE-4. */
const MOST_RATIO = 100;
const MOST_INFLATED_BYTES = 2_147_483_648;
/** Where the directory of an archive is looked for: 10,000 entries with long names. */
const DIRECTORY_BYTES = 4_194_304;

/** What is wrong with a ZIP archive by its directory: nothing of it is inflated. */
export async function inspectArchive(
  blobs: BlobStore,
  { blob_key: key, bytes }: StoredFile,
): Promise<FileFailure | undefined> {
  const start = Math.max(0, bytes - DIRECTORY_BYTES);
  try {
    const end = await buffer(await blobs.get(key, { start, end: bytes }));
    const { names, inflatedBytes, encrypted } = readZipDirectory(end, start);
    if (encrypted) return 'encrypted_file';
    if (inflatedBytes > MOST_INFLATED_BYTES || inflatedBytes > bytes * MOST_RATIO) return 'unsafe_archive';
    return names.some(leavesFolder) ? 'unsafe_archive' : undefined;
  } catch (error) {
    if (error instanceof DocumentFault) return 'corrupt_file';
    throw error;
  }
}

/** Whether an entry would be unpacked outside of the folder it is unpacked in. */
function leavesFolder(name: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0');
}
