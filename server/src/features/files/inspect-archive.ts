import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlobStore } from '#blobs';
import type { FileFailure } from '@svc/contract';
import { DocumentFault, readZipEntries, type ZipEntry } from '#content';
import type { StoredFile } from './store/file-rows.ts';
import { unpackArchive } from './unpack-archive.ts';

/** D-FILE-4. */
const MAX_RATIO = 100;
const MAX_INFLATED_BYTES = 2_147_483_648;
/** The directory of an archive is searched in this many bytes: 10,000 entries with long names. */
const DIRECTORY_BYTES = 4_194_304;
/** This many entries block the event loop for less than a millisecond; a directory may have 65,535. */
const ENTRIES_PER_YIELD = 1000;
/** Matches names of entries that would be unpacked outside of the target folder. */
const LEAVES_FOLDER = /^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i;

/** Finds problems of a ZIP archive in its directory, and of a skill in its entries. Office files are unpacked by their own reader. */
export async function inspectArchive(
  blobs: BlobStore,
  { blob_key: key, bytes, purpose }: StoredFile,
  signal: AbortSignal,
): Promise<FileFailure | undefined> {
  const start = Math.max(0, bytes - DIRECTORY_BYTES);
  const mostInflatedBytes = Math.min(MAX_INFLATED_BYTES, bytes * MAX_RATIO);
  const directory = await buffer(await blobs.get(key, { start, end: bytes }));
  try {
    const entries: ZipEntry[] = [];
    let [deflatedBytes, inflatedBytes, isUnsafe] = [0, 0, false];
    for (const entry of readZipEntries(directory, start)) {
      if (entry.encrypted) return 'encrypted_file';
      inflatedBytes += entry.inflatedBytes;
      deflatedBytes += entry.deflatedBytes;
      // Overlapping entries are a ZIP bomb too, whatever sizes they declare.
      isUnsafe ||=
        inflatedBytes > mostInflatedBytes || deflatedBytes > bytes || LEAVES_FOLDER.test(entry.name);
      if (entries.push(entry) % ENTRIES_PER_YIELD === 0) await nextTurn();
    }
    if (isUnsafe) return 'unsafe_archive';
    return purpose === 'skill' ? await unpackArchive(blobs, key, entries, signal) : undefined;
  } catch (error) {
    if (error instanceof DocumentFault) return 'corrupt_file';
    throw error;
  }
}
