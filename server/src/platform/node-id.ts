import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '#kit';

/**
 * The name of this node in what several nodes share: made on the first start, kept in the data directory, which belongs
 * to one process at a time. Throws the file system's error.
 */
export function readNodeId(dataDir: string, nowMs: number): string {
  const path = join(dataDir, 'node-id');
  try {
    const known = readFileSync(path, 'utf8').trim();
    if (known !== '') return known;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const id = newId('node_', nowMs);
  writeFileSync(path, `${id}\n`, { mode: 0o600 });
  return id;
}
