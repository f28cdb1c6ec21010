import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Says where recovery begins: copied last, while nothing changes. */
export const CONTROL_FILE = 'global/pg_control';
export const LOG_DIRECTORY = 'pg_wal';
/** Files that PostgreSQL makes again; and the log of changes, of which the end of a backup says what belongs to it. */
const EMPTIED: ReadonlySet<string> = new Set([
  LOG_DIRECTORY,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT: ReadonlySet<string> = new Set([CONTROL_FILE, 'postmaster.pid', 'backup_label.old']);
const LOG_FILE = /^[0-9A-F]{24}$/;

export interface DatabaseTree {
  /** Paths from the database's directory, each behind its parent. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** What to copy of a database directory while it is in use. Files may be gone again when they are opened. */
export async function listDatabase(directory: string): Promise<DatabaseTree> {
  const tree = { directories: [] as string[], files: [] as string[] };
  await addDirectory(directory, '', tree);
  return tree;
}

async function addDirectory(
  root: string,
  path: string,
  tree: { readonly directories: string[]; readonly files: string[] },
): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = path === '' ? entry.name : `${path}/${entry.name}`;
    if (!entry.isDirectory()) {
      if (!LEFT_OUT.has(child)) tree.files.push(child);
      continue;
    }
    tree.directories.push(child);
    if (!EMPTIED.has(child)) await addDirectory(root, child, tree);
  }
}

/** Of the names in the log directory those from the first to the last file of a backup. */
export function selectLogFiles(names: readonly string[], first: string, last: string): string[] {
  return names.filter((name) => LOG_FILE.test(name) && name >= first && name <= last).toSorted();
}
