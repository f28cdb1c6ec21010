import { readdir } from 'node:fs/promises';
import { DATA_KEY_FILE } from '#config';
import { BackupRefused } from './backup-errors.ts';

/** What a restore writes until all of it is known to be right. While it is there, nothing else may use the directory. */
export const UNFINISHED = 'restore.unfinished';

/** Throws BackupRefused when the directory has anything that a restore would mix with. */
export async function requireEmpty(directory: string): Promise<void> {
  const names = await namesIn(directory);
  const found = names.filter((name) => !isHarmless(name)).toSorted();
  if (found.length === 0) return;
  throw new BackupRefused(
    `${directory} is not empty (${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}). Move it away, or set SVC_DATA_DIR to an empty directory. Nothing was restored.`,
  );
}

/** Throws BackupRefused when a restore into the data directory was cut off. */
export async function requireFinishedRestore(dataDir: string): Promise<void> {
  if (!(await namesIn(dataDir)).includes(UNFINISHED)) return;
  throw new BackupRefused(
    `A restore into ${dataDir} did not finish. Empty the directory, except for ${DATA_KEY_FILE}, and run svc restore again.`,
  );
}

/** The lock, the key that comes with no backup, leavings of another restore, and what an empty disk has. */
function isHarmless(name: string): boolean {
  return (
    name.startsWith('control.') || name === DATA_KEY_FILE || name === UNFINISHED || name === 'lost+found'
  );
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
