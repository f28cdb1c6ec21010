import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClock, makeDirectory, type Log } from '#kit';
import { migrate, MIGRATIONS } from './migrate.ts';
import { openStore, type Store } from './open-store.ts';
import { RecordTablesAhead } from './record-tables-ahead.ts';

/** Installed packages are there too: prepared databases last as long as the version of the database that made them. */
const PREPARED = fileURLToPath(new URL('../../../node_modules/.cache/svc-database', import.meta.url));

/** Brings a new database to the state that the first start of a service leaves, without an organization. */
export async function prepareSchema(store: Store): Promise<void> {
  await migrate(store);
  await new RecordTablesAhead({ db: store.db, clock: createClock() }).make();
}

/**
 * Makes an empty, migrated embedded database that first starts copy, unless there is one for these migrations, and removes those for
 * others. Started by `npm ci`; throws StoreUnavailable, or the error of the file system.
 */
export async function makePreparedDatabase(log: Log, folder = PREPARED): Promise<void> {
  const name = await preparedName();
  if (existsSync(join(folder, name))) return;
  await mkdir(folder, { recursive: true });
  const making = await mkdtemp(join(folder, 'making-'));
  try {
    const store = await openStore({ dataDir: making, log });
    try {
      await prepareSchema(store);
    } finally {
      await store.close();
    }
    await makeReadable(join(making, 'database'));
    for (const old of await readdir(folder))
      if (!old.startsWith('making-')) await rm(join(folder, old), { recursive: true, force: true });
    // Another process may have been quicker.
    await rename(join(making, 'database'), join(folder, name)).catch(() => undefined);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/**
 * Copies the prepared database into a data directory that has none. The copy gets its place when it is complete: after a kill the next
 * start begins again. Without a prepared database nothing is done, and the start makes its own. The caller must own the directory's lock.
 */
export async function copyPreparedDatabase(dataDir: string, folder = PREPARED): Promise<void> {
  const directory = join(dataDir, 'database');
  const unfinished = `${directory}.unfinished`;
  if (existsSync(directory) && readdirSync(directory).length > 0) return;
  await rm(unfinished, { recursive: true, force: true });
  const prepared = join(folder, await preparedName());
  if (!existsSync(prepared)) return;
  await makeDirectory(dataDir);
  copyTree(prepared, unfinished);
  await rename(unfinished, directory);
}

/** A thousand small files: awaited one by one, they take fifteen times as long. Only this user may read the copies. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, copy);
    else {
      copyFileSync(source, copy);
      chmodSync(copy, 0o600);
    }
  }
}

/** The service may run as another user than the one who installed it. There is nothing in it that the repository does not have. */
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

/** Differs with the migrations and with the version of the database. */
async function preparedName(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))));
  for (const name of (await readdir(MIGRATIONS)).toSorted())
    hash.update(`\0${name}\0`).update(await readFile(new URL(name, MIGRATIONS)));
  return hash.digest('hex').slice(0, 16);
}
