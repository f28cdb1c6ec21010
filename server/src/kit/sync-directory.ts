import { open } from 'node:fs/promises';

/**
 * Writes the names in a directory to disk. Without it a power cut may leave the bytes of a new file on disk and no name to find them
 * by. It may take milliseconds.
 */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
