import { PROCESS_FILE } from '../process-file.ts';
import { findLapsedUploads, findUnattended, type NamedBlob } from '../store/comparison.ts';
import { compareStorage, type ComparedStores, type Difference } from './compare-storage.ts';

/** One property of files and their bytes, and where it does not hold. */
export interface FilesFinding {
  readonly property: string;
  /** At most 20 of the places where it is broken, in words. Empty: it holds. */
  readonly broken: readonly string[];
}

const SHOWN = 20;
/** Uploads that were cut off are removed every twenty seconds, and may wait for others before. */
const REMOVED_WITHIN_MS = 60_000;

/**
 * Compares the bytes in the storage with the files in the database. Uploads and deletions under way are no findings: a row says so. There
 * are no counts that could differ from the files, since what a workspace stores is added up from its rows at each upload.
 */
export async function checkFiles(stores: ComparedStores, nowMs: number): Promise<FilesFinding[]> {
  const broken: Record<Difference['what'], string[]> = {
    blob_without_file: [],
    file_without_blob: [],
    wrong_size: [],
  };
  for await (const difference of compareStorage(stores)) {
    if (difference.what === 'compared') continue;
    const places = broken[difference.what];
    if (places.length < SHOWN) places.push(describe(difference));
  }
  const lapsed = await findLapsedUploads(stores.db, nowMs - REMOVED_WITHIN_MS, SHOWN);
  const unattended = await findUnattended(stores.db, PROCESS_FILE, SHOWN);
  return [
    { property: 'all bytes in the storage belong to a file', broken: broken.blob_without_file },
    { property: 'every file has its bytes', broken: broken.file_without_blob },
    { property: 'every file has as many bytes as it says', broken: broken.wrong_size },
    { property: 'no room is reserved for an upload that was cut off', broken: lapsed.map(nameFile) },
    { property: 'every file that is processing is about to be prepared', broken: unattended.map(nameFile) },
  ];
}

function describe(difference: Difference): string {
  switch (difference.what) {
    case 'blob_without_file':
      return `${difference.blob.key}${difference.opens ? '' : ', damaged or sealed with another data key'}`;
    case 'file_without_blob':
      return nameBlob(difference.named);
    case 'wrong_size':
      return `${nameBlob(difference.named)}: ${difference.named.bytes ?? 'some'} bytes, ${difference.sizeBytes ?? 'cut or extended'} in the storage`;
  }
}

function nameBlob({ fileId, part, key }: NamedBlob): string {
  return `${nameFile(fileId)}, ${part} ${key}`;
}

function nameFile(id: string): string {
  return `file ${id}`;
}
