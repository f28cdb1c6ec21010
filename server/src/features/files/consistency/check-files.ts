import { PROCESS_FILE } from '../process-file.ts';
import { findLapsedUploads, findUnattended, type NamedBlob } from '../store/comparison.ts';
import { compareStorage, type ComparedStores, type Difference } from './compare-storage.ts';

/** One property of files and their bytes, with its violations. */
export interface FilesFinding {
  readonly property: string;
  /** Descriptions of up to 20 violations. Empty: it holds. */
  readonly broken: readonly string[];
}

const SHOWN = 20;
/** Aborted uploads are removed every twenty seconds, and may have to wait for others. */
const REMOVED_WITHIN_MS = 60_000;

/**
 * Compares the bytes in the storage with the files in the database. Uploads and deletions in progress are not reported: their rows show it. There
 * are no counters to compare, since the storage use of a workspace is summed up from its rows at each upload.
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
    { property: 'all bytes in the storage belong to a file or plugin', broken: broken.blob_without_file },
    { property: 'every file and plugin has its bytes', broken: broken.file_without_blob },
    { property: 'every file and plugin has as many bytes as it says', broken: broken.wrong_size },
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

function nameBlob({ id, part, key }: NamedBlob): string {
  return part === 'plugin' ? `plugin ${id}, bundle ${key}` : `${nameFile(id)}, ${part} ${key}`;
}

function nameFile(id: string): string {
  return `file ${id}`;
}
