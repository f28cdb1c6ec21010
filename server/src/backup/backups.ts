import type { SealedBlobStore } from '#blobs';
import { describeError, type Log, type Secret } from '#kit';
import type { Store } from '#store';
import { BackupRefused } from './backup-errors.ts';
import { nameDataKey } from './manifest.ts';
import { StartedBackup } from './started-backup.ts';
import { writeBackup } from './write-backup.ts';

export interface BackupsParts {
  readonly dataDir: string;
  /** The folder of the contents of files. Undefined: they are in a bucket. */
  readonly filesDir: string | undefined;
  readonly store: Store;
  readonly blobs: SealedBlobStore;
  readonly dataKey: Secret;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Makes backups of an open data directory, one at a time. */
export class Backups {
  readonly #parts: BackupsParts;
  #isRunning = false;

  constructor(parts: BackupsParts) {
    this.#parts = parts;
  }

  /** Resolves when a backup has begun. Throws BackupRefused and StoreUnavailable. `version` is that of the service. */
  async start(version: string): Promise<StartedBackup> {
    const { store, filesDir, dataKey, log } = this.#parts;
    if (store.kind === 'postgres') throw refusePostgres(filesDir);
    if (this.#isRunning) throw new BackupRefused('Another backup is running. Try again when it is done.');
    this.#isRunning = true;
    const chunks = writeBackup({
      ...this.#parts,
      dataKeyName: nameDataKey(dataKey),
      version,
    });
    const startedMs = performance.now();
    return StartedBackup.start(chunks, (end) => {
      this.#isRunning = false;
      const elapsedMs = Math.round(performance.now() - startedMs);
      if (end.error !== undefined) log.error({ error: describeError(end.error) }, 'backup failed');
      else if (end.complete) log.info({ elapsed_ms: elapsedMs, bytes: end.bytes }, 'backup complete');
      else log.warn({ elapsed_ms: elapsedMs, bytes: end.bytes }, 'backup aborted: client disconnected');
    });
  }
}

/** What to do instead: PostgreSQL has its own tools, which copy it while several nodes use it. */
export function refusePostgres(filesDir: string | undefined): BackupRefused {
  const files =
    filesDir === undefined
      ? '# then the bucket of files, with its own tools'
      : `rsync -a ${filesDir}/ svc-files/`;
  return new BackupRefused(
    [
      'The database is PostgreSQL, which svc backup does not back up. Run these instead, in this order:',
      '  pg_dump --format=custom --file=svc.dump "$DATABASE_URL"',
      `  ${files}`,
      'How to restore them: docs/backup.md.',
    ].join('\n'),
  );
}
