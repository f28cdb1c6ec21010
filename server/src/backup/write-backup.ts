import { join } from 'node:path';
import { BlobMissing, type SealedBlobStore, type StoredObject } from '#blobs';
import { idTimeMs, toTimestamp } from '#kit';
import { appliedMigrations, OnlineBackup, type BackupMoment, type Store } from '#store';
import { ArchiveWriter, MANIFEST_ENTRY } from './archive/archive-writer.ts';
import { blobPlace, DATABASE } from './archive-places.ts';
import { listDatabase } from './database-files.ts';
import { BACKUP_FORMAT, COUNTS_ENTRY, type Counts, type Manifest } from './manifest.ts';
import { OpenFile } from './open-file.ts';
import { closeFiles, journalBytes, openFiles, type OpenedFiles } from './opened-files.ts';

export interface BackupSource {
  readonly dataDir: string;
  /** The embedded database of this data directory. */
  readonly store: Store;
  readonly blobs: SealedBlobStore;
  /** False: the contents of files are in a bucket, and not part of the backup. */
  readonly includesFiles: boolean;
  /** See `nameDataKey`. */
  readonly dataKeyName: string;
  readonly version: string;
  readonly nowMs: () => number;
}

type Pieces<T = void> = AsyncGenerator<Buffer, T>;

interface Taken {
  readonly files: OpenedFiles;
  readonly atMs: number;
  readonly allowDeletions: () => Promise<void>;
}

/**
 * The pieces of a backup, in order: the database, the journals and the contents of files as they are at one moment, which is when
 * the database has been copied. The service goes on meanwhile. One at a time for a database.
 *
 * The moment is consistent because nothing can be committed in it. A call whose record is in a journal then is in the backup, in the
 * database or the journal or both, which counts it once. A file whose row is there has its content there: rows come before contents
 * and go before them, and contents that are to be deleted stay until the copy is over.
 */
export async function* writeBackup(source: BackupSource): Pieces {
  const { store, dataDir, blobs, nowMs } = source;
  const archive = new ArchiveWriter();
  const backup = await OnlineBackup.start(store);
  let moment: BackupMoment<Taken> | undefined;
  try {
    yield* archive.text(MANIFEST_ENTRY, JSON.stringify(await describe(source)));
    yield* copyDatabase(archive, dataDir);
    moment = await backup.stop((log) => ({
      files: openFiles(dataDir, log),
      atMs: nowMs(),
      allowDeletions: blobs.holdDeletions(),
    }));
    yield* archive.text(`${DATABASE}/backup_label`, moment.label);
    yield* copyOpened(archive, moment.taken.files);
    const files = source.includesFiles ? yield* copyBlobs(archive, source, moment.taken.atMs) : NO_FILES;
    const journals = { bytes: journalBytes(moment.taken.files) };
    const counts: Counts = { database: moment.counts, files, journals };
    yield* archive.text(COUNTS_ENTRY, JSON.stringify(counts));
    yield* archive.end();
  } finally {
    if (moment) {
      closeFiles(moment.taken.files);
      await moment.taken.allowDeletions();
    } else await backup.abandon();
  }
}

async function describe({
  store,
  includesFiles,
  dataKeyName,
  version,
  nowMs,
}: BackupSource): Promise<Manifest> {
  return {
    format: BACKUP_FORMAT,
    version,
    created_at: toTimestamp(nowMs()),
    database: { kind: 'embedded', migrations: await appliedMigrations(store.db) },
    files: includesFiles ? 'included' : 'bucket',
    data_key: dataKeyName,
  };
}

/** All of it but what is of the moment. A file that is deleted or grows meanwhile is made right from the log of changes. */
async function* copyDatabase(archive: ArchiveWriter, dataDir: string): Pieces {
  const directory = join(dataDir, DATABASE);
  const tree = await listDatabase(directory);
  for (const path of tree.directories) yield* archive.directory(`${DATABASE}/${path}`);
  for (const path of tree.files) {
    const file = OpenFile.open(join(directory, path));
    if (!file) continue;
    try {
      yield* archive.file(`${DATABASE}/${path}`, file.sizeBytes, file.chunks());
    } finally {
      file.close();
    }
  }
}

async function* copyOpened(archive: ArchiveWriter, files: OpenedFiles): Pieces {
  for (const [name, file] of files) yield* archive.file(name, file.sizeBytes, file.chunks());
}

const NO_FILES: Counts['files'] = { count: 0, bytes: 0 };

/** Blobs that were begun after the moment have no row in the backup. */
async function* copyBlobs(
  archive: ArchiveWriter,
  { blobs }: BackupSource,
  atMs: number,
): Pieces<Counts['files']> {
  let { count, bytes } = NO_FILES;
  for await (const { key } of blobs.sealed.list()) {
    if (idTimeMs(key) > atMs) continue;
    const object = await openIfThere(blobs, key);
    if (!object) continue;
    try {
      yield* archive.file(blobPlace(key), object.sizeBytes, chunksOf(object));
    } finally {
      await object.close();
    }
    count++;
    bytes += object.sizeBytes;
  }
  return { count, bytes };
}

/** Undefined for a blob that was about to be deleted before the moment. */
async function openIfThere(blobs: SealedBlobStore, key: string): Promise<StoredObject | undefined> {
  try {
    return await blobs.sealed.open(key);
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}

/** In memory of their own: the storage uses its chunk again. */
async function* chunksOf(object: StoredObject): Pieces {
  for await (const chunk of object.read(0, object.sizeBytes)) yield Buffer.from(chunk);
}
