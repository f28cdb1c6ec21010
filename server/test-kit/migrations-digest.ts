import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const MIGRATIONS = new URL('../src/store/migrations/', import.meta.url);

/** Names the schema that the migrations make: another one when a migration changes, or how they are applied. `more` goes into it, too. */
export async function migrationsDigest(more = new Uint8Array()): Promise<string> {
  const files = [new URL('../migrate.ts', MIGRATIONS)];
  for (const name of (await readdir(MIGRATIONS)).toSorted()) files.push(new URL(name, MIGRATIONS));
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.update(more).digest('hex').slice(0, 16);
}
