import { isBlobPath } from '#blobs';
import { JOURNAL_DIRECTORIES } from '#store';

/** Where things are in an archive: as in a data directory. */
export const DATABASE = 'database';
export const NODE_ID = 'node-id';
export const FILES = 'files';
export const JOURNALS: readonly string[] = Object.values(JOURNAL_DIRECTORIES);

const JOURNAL_FILE = /^(\d{12}|rejected)\.jsonl$/;
const DATABASE_PART = /^[A-Za-z0-9_][A-Za-z0-9_.]*$/;

/** Whether a backup may have an entry of this name: nothing else is written to the disk. */
export function isPlace(name: string): boolean {
  const [top = '', ...parts] = name.replace(/\/$/, '').split('/');
  const rest = parts.join('/');
  if (name === NODE_ID) return true;
  if (top === DATABASE) return parts.length > 0 && parts.every((part) => DATABASE_PART.test(part));
  if (top === FILES) return isBlobPath(rest);
  return JOURNALS.includes(top) && JOURNAL_FILE.test(rest);
}

export function isJournalFile(name: string): boolean {
  return JOURNAL_FILE.test(name);
}
