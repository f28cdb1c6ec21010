import { join } from 'node:path';
import { blobPath, type SealedBlobStore } from '#blobs';
import { toTimestamp } from '#kit';
import { appliedMigrations, OnlineBackup, type BackupMoment, type Store } from '#store';
import { MANIFEST_ENTRY, packArchive, type FileContent, type NewEntry } from './archive/pack-archive.ts';
import { DATABASE, FILES } from './archive-places.ts';
import { listDatabase } from './database-files.ts';
import { BACKUP_FORMAT, COUNTS_ENTRY, type Counts, type Manifest } from './manifest.ts';
import { ExistingBlobs } from './existing-blobs.ts';
import { OpenFile } from './open-file.ts';
import { closeFiles, journalBytes, openFiles, type OpenedFiles } from './opened-files.ts';
import { LoopYielder } from './loop-yielder.ts';

export interface BackupSource {
  readonly dataDir: string;
  /** The embedded database of this data directory. */
  readonly store: Store;
  readonly blobs: SealedBlobStore;
  /** The folder of the contents of files. Undefined: they are in a bucket, and not part of the backup. */
  readonly filesDir: string | undefined;
  /** See `nameDataKey`. */
  readonly dataKeyName: string;
  readonly version: string;
  readonly nowMs: () => number;
}

type Entries<T = void> = AsyncGenerator<NewEntry, T>;

interface Taken {
  readonly files: OpenedFiles;
  readonly blobs: ExistingBlobs | undefined;
  readonly allowDeletions: () => void;
}

/**
 * The chunks of a backup, in order: the database, the journals and the contents of files as they are at one moment, which is when
 * the database has been copied. The service goes on meanwhile. One at a time for a database.
 *
 * The moment is consistent because nothing can be committed in it. A call whose record is in a journal then is in the backup, in the
 * database or the journal or both, which counts it once. A file whose row is there has its content there: rows come before contents
 * and go before them, and deletions of contents wait until the copy is over.
 */
export function writeBackup(source: BackupSource): AsyncGenerator<Buffer, void> {
  return packArchive(entriesOf(source));
}

async function* entriesOf(source: BackupSource): Entries {
  const { store, dataDir, filesDir, blobs, nowMs } = source;
  const backup = await OnlineBackup.start(store);
  let moment: BackupMoment<Taken> | undefined;
  try {
    yield { name: MANIFEST_ENTRY, content: JSON.stringify(await describe(source)) };
    yield* copyDatabase(dataDir);
    moment = await backup.stop((log) => ({
      files: openFiles(dataDir, log),
      blobs: filesDir === undefined ? undefined : new ExistingBlobs(filesDir, nowMs()),
      allowDeletions: blobs.holdDeletions(),
    }));
    yield { name: `${DATABASE}/backup_label`, content: moment.label };
    yield* copyOpened(moment.taken.files);
    const files = moment.taken.blobs ? yield* copyBlobs(moment.taken.blobs) : NO_FILES;
    const journals = { bytes: journalBytes(moment.taken.files) };
    const counts: Counts = { database: moment.counts, files, journals };
    yield { name: COUNTS_ENTRY, content: JSON.stringify(counts) };
  } finally {
    if (moment) closeFiles(moment.taken.files);
    moment?.taken.allowDeletions();
    await backup.close();
  }
}

async function describe({ store, filesDir, dataKeyName, version, nowMs }: BackupSource): Promise<Manifest> {
  return {
    format: BACKUP_FORMAT,
    version,
    created_at: toTimestamp(nowMs()),
    database: { kind: 'embedded', migrations: await appliedMigrations(store.db) },
    files: filesDir === undefined ? 'bucket' : 'included',
    data_key: dataKeyName,
  };
}

/** All of it but what is of the moment. A file that is deleted or grows meanwhile is made right from the log of changes. */
async function* copyDatabase(dataDir: string): Entries {
  const directory = join(dataDir, DATABASE);
  const tree = await listDatabase(directory);
  for (const path of tree.directories) yield { name: `${DATABASE}/${path}` };
  const yielder = new LoopYielder();
  for (const path of tree.files) {
    yield* copyFile(`${DATABASE}/${path}`, join(directory, path));
    await yielder.yieldIfDue();
  }
}

async function* copyOpened(files: OpenedFiles): Entries {
  for (const [name, file] of files) yield { name, content: contentOf(file) };
}

const NO_FILES: Counts['files'] = { count: 0, bytes: 0 };

async function* copyBlobs(blobs: ExistingBlobs): Entries<Counts['files']> {
  let { count, bytes } = NO_FILES;
  const yielder = new LoopYielder();
  for await (const key of blobs.keys()) {
    const sizeBytes = yield* copyFile(`${FILES}/${blobPath(key)}`, join(blobs.folder, blobPath(key)));
    await yielder.yieldIfDue();
    if (sizeBytes === undefined) continue;
    count++;
    bytes += sizeBytes;
  }
  return { count, bytes };
}

function contentOf(file: OpenFile): FileContent {
  return { sizeBytes: file.sizeBytes, chunks: file.chunks() };
}

/** Returns its size; undefined for a file that is gone. */
async function* copyFile(name: string, path: string): Entries<number | undefined> {
  const file = OpenFile.open(path);
  if (!file) return undefined;
  try {
    yield { name, content: contentOf(file) };
    return file.sizeBytes;
  } finally {
    file.close();
  }
}
