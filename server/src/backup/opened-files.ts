import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupLog } from '#store';
import { DATABASE, isJournalFile, JOURNALS, NODE_ID } from './archive-places.ts';
import { CONTROL_FILE, LOG_DIRECTORY, selectLogFiles } from './database-files.ts';
import { OpenFile } from './open-file.ts';

/** The files of a data directory that must be of one moment, by their names in the archive. */
export type OpenedFiles = ReadonlyMap<string, OpenFile>;

/**
 * Opens what the database still needs, the journals and the node's id, without waiting: nothing can be written meanwhile. A journal
 * file stays readable when it is delivered and deleted.
 */
export function openFiles(dataDir: string, { firstFile, lastFile }: BackupLog): OpenedFiles {
  const opened = new Map<string, OpenFile>();
  const logDirectory = `${DATABASE}/${LOG_DIRECTORY}`;
  const names = [
    `${DATABASE}/${CONTROL_FILE}`,
    ...namesIn(dataDir, logDirectory, (all) => selectLogFiles(all, firstFile, lastFile)),
    NODE_ID,
    ...JOURNALS.flatMap((journal) =>
      namesIn(dataDir, journal, (all) => all.filter(isJournalFile).toSorted()),
    ),
  ];
  try {
    for (const name of names) {
      const file = OpenFile.open(join(dataDir, name));
      if (file) opened.set(name, file);
    }
    return opened;
  } catch (error) {
    closeFiles(opened);
    throw error;
  }
}

export function closeFiles(files: OpenedFiles): void {
  for (const file of files.values()) file.close();
}

export function journalBytes(files: OpenedFiles): number {
  let bytes = 0;
  for (const [name, { sizeBytes }] of files)
    if (JOURNALS.includes(name.split('/', 1)[0]!)) bytes += sizeBytes;
  return bytes;
}

function namesIn(
  dataDir: string,
  directory: string,
  select: (names: readonly string[]) => readonly string[],
): string[] {
  return select(namesOf(join(dataDir, directory))).map((name) => `${directory}/${name}`);
}

function namesOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
