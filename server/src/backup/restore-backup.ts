import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLog, type Secret } from '#kit';
import { appliedMigrations, countRows, knownMigrations, openStore, StoreUnavailable } from '#store';
import { readArchive, type ArchiveEntry } from './archive/read-archive.ts';
import { DATABASE, isPlace } from './archive-places.ts';
import { BackupDamaged, BackupRefused } from './backup-errors.ts';
import {
  COUNTS_ENTRY,
  nameDataKey,
  parseCounts,
  parseManifest,
  tooNew,
  type Counts,
  type Manifest,
} from './manifest.ts';
import { requireEmpty } from './restore-target.ts';
import { StagedRestore } from './staged-restore.ts';

export interface RestoreTarget {
  /** Locked by the caller. */
  readonly dataDir: string;
  /** The folder for contents of files. Undefined: they are in a bucket. */
  readonly filesDir: string | undefined;
  readonly dataKey: Secret | undefined;
  readonly version: string;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly counts: Counts;
}

/** More than a manifest or counts ever are. */
const MAX_TEXT_BYTES = 1_048_576;

/**
 * Restores a backup into an empty data directory: all of it, checked, or nothing. Throws BackupRefused and BackupDamaged, and what
 * the file system says.
 */
export async function restoreBackup(chunks: AsyncIterable<Buffer>, target: RestoreTarget): Promise<Restored> {
  const { dataDir, filesDir = join(dataDir, 'files') } = target;
  await requireEmpty(dataDir);
  await requireEmpty(filesDir);
  const staged = new StagedRestore(dataDir, filesDir);
  await staged.remove();
  try {
    const restored = await stage(chunks, target, staged);
    await checkDatabase(staged.directory, restored);
    await staged.place();
    return restored;
  } catch (error) {
    await staged.remove();
    throw error;
  }
}

async function stage(
  chunks: AsyncIterable<Buffer>,
  target: RestoreTarget,
  staged: StagedRestore,
): Promise<Restored> {
  let manifest: Manifest | undefined;
  let counts: Counts | undefined;
  for await (const entry of readArchive(chunks)) {
    if (!manifest) manifest = await readManifest(entry, target);
    else if (entry.name === COUNTS_ENTRY) counts = parseCounts(await textOf(entry));
    else if (isPlace(entry.name)) await staged.add(entry);
    else throw new BackupDamaged('changed');
  }
  if (!manifest || !counts) throw new BackupDamaged('changed');
  return { manifest, counts };
}

/** Refuses before anything is written. */
async function readManifest(entry: ArchiveEntry, target: RestoreTarget): Promise<Manifest> {
  const { dataKey, filesDir, version, dataDir } = target;
  const manifest = parseManifest(await textOf(entry), version);
  const known = new Set(await knownMigrations());
  if (manifest.database.migrations.some((name) => !known.has(name)))
    throw new BackupRefused(tooNew(manifest.version, version));
  if (!dataKey)
    throw new BackupRefused(
      `The data key is missing. It is not part of a backup: set SVC_DATA_KEY to that of the backed up service, or put its data.key into ${dataDir}. Nothing was restored.`,
    );
  if (manifest.data_key !== nameDataKey(dataKey))
    throw new BackupRefused(
      'The data key is not the one of the backup, so nothing that is encrypted in it could be read. Set SVC_DATA_KEY to the key of the backed up service. Nothing was restored.',
    );
  if ((manifest.files === 'bucket') !== (filesDir === undefined))
    throw new BackupRefused(
      manifest.files === 'bucket'
        ? 'The files of the backup are in a bucket. Configure the same bucket under storage in svc.yaml. Nothing was restored.'
        : 'The files of the backup were in a folder, and svc.yaml says that files are in a bucket. Configure a folder under storage. Nothing was restored.',
    );
  return manifest;
}

async function textOf(entry: ArchiveEntry): Promise<string> {
  if (entry.sizeBytes > MAX_TEXT_BYTES) throw new BackupDamaged('changed');
  return text(entry.content());
}

/** Opens the database, which makes it consistent, and compares it with what the backup says. */
async function checkDatabase(directory: string, { manifest, counts }: Restored): Promise<void> {
  const found = await readDatabase(directory);
  const expected = { counts: counts.database, migrations: manifest.database.migrations };
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new BackupRefused(
      'The database of the backup does not have what the backup says. Nothing was restored.',
    );
  await rm(join(directory, DATABASE, 'backup_label.old'), { force: true });
}

async function readDatabase(directory: string) {
  const store = await openStore({ dataDir: directory, log: createLog('silent') }).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new BackupRefused(
      'The database of the backup cannot be opened by this version of Svc. Nothing was restored.',
      { cause: error },
    );
  });
  try {
    return { counts: await countRows(store.db), migrations: await appliedMigrations(store.db) };
  } finally {
    await store.close();
  }
}
