import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory (mode 0700) and those above it that are missing; one that is there is left as it is. Throws what the
 * system says otherwise. Level by level, because Node's recursive mkdir never returns where a parent exists and refuses
 * new entries with ENOENT, as /proc does: it takes the answer for a missing parent and tries again, for ever.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await makeLevel(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeDirectory(parent);
    await makeLevel(path);
  }
}

async function makeLevel(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  }
}
