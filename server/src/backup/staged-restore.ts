import type { Dirent } from 'node:fs';
import { open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory, syncDirectory } from '#kit';
import type { ArchiveEntry } from './archive/read-archive.ts';
import { DATABASE, FILES } from './archive-places.ts';
import { UNFINISHED } from './restore-target.ts';

/**
 * What was read of a backup, beside the place where it belongs. Both are on one disk, so putting it there is a few renames, the
 * database last.
 */
export class StagedRestore {
  readonly #dataDir: string;
  readonly #filesDir: string;
  readonly #made = new Set<string>();

  constructor(dataDir: string, filesDir: string) {
    this.#dataDir = dataDir;
    this.#filesDir = filesDir;
  }

  /** Has the restored database, as a data directory has it. */
  get directory(): string {
    return join(this.#dataDir, UNFINISHED);
  }

  get #files(): string {
    return join(this.#filesDir, UNFINISHED);
  }

  async add(entry: ArchiveEntry): Promise<void> {
    const path = entry.name.startsWith(`${FILES}/`)
      ? join(this.#files, entry.name.slice(FILES.length + 1))
      : join(this.directory, entry.name);
    await this.#makeDirectory(entry.isDirectory ? path : dirname(path));
    if (entry.isDirectory) return;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of entry.content()) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
  }

  /** Puts everything into its place, synced to disk. */
  async place(): Promise<void> {
    await syncTree(this.directory);
    await syncTree(this.#files);
    await move(this.#files, this.#filesDir, await namesIn(this.#files));
    const names = await namesIn(this.directory);
    const others = names.filter((name) => name !== DATABASE);
    await move(this.directory, this.#dataDir, others);
    await move(this.directory, this.#dataDir, [DATABASE]);
    await this.#removeStages();
    await syncDirectory(this.#dataDir);
  }

  /** Leaves the directories as they were found. */
  async remove(): Promise<void> {
    await this.#removeStages();
    // It was not there: the data directory was empty. Fails for any other.
    if (dirname(this.#filesDir) === this.#dataDir) await rmdir(this.#filesDir).catch(() => undefined);
  }

  /** Not asked of the system again for each file of a directory. */
  async #makeDirectory(path: string): Promise<void> {
    if (this.#made.has(path)) return;
    await makeDirectory(path);
    this.#made.add(path);
  }

  async #removeStages(): Promise<void> {
    await rm(this.#files, { recursive: true, force: true });
    await rm(this.directory, { recursive: true, force: true });
  }
}

async function move(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rename(join(from, name), join(to, name));
}

async function namesIn(directory: string): Promise<string[]> {
  return (await entriesIn(directory)).map(({ name }) => name);
}

async function entriesIn(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Files that are synced at once. Each waits for the disk, and the disk takes several together. */
const SYNC_CONCURRENCY = 16;

/** Writes all files below a directory, and their names, to disk. */
async function syncTree(directory: string): Promise<void> {
  const entries = await entriesIn(directory);
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(directory, name));
  for (let start = 0; start < files.length; start += SYNC_CONCURRENCY)
    await Promise.all(files.slice(start, start + SYNC_CONCURRENCY).map(syncFile));
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(directory, entry.name));
  if (entries.length > 0) await syncDirectory(directory);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
