import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Store } from './open-store.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import type { Tables } from './tables.ts';

/** Longer than any statement of a busy service holds the connection. */
const MAX_TRIES = 12;
const PAUSE_MS = 100;

/** Rows of the database at the moment of a backup, by what they are. */
export interface BackupCounts {
  readonly organizations: number;
  readonly users: number;
  readonly api_keys: number;
  readonly files: number;
}

/** The log of changes from the first to the last of these files, by name, belongs to a backup. They no longer change. */
export interface BackupLog {
  readonly firstFile: string;
  readonly lastFile: string;
}

/** The moment a backup is of. */
export interface BackupMoment<T> {
  /** Content of the file `backup_label`, without which the copied files are no database. */
  readonly label: string;
  readonly counts: BackupCounts;
  readonly taken: T;
}

/** Those of which log files are being copied. */
const copied = new WeakSet<Store>();

/**
 * PostgreSQL's own online backup of the embedded database: files may be copied while they change, and the log of changes makes them
 * consistent when the copy is opened. One at a time: a checkpoint, with which the next one begins, reuses log files.
 */
export class OnlineBackup {
  readonly #store: Store;
  readonly #firstLogFile: string;
  #stopped = false;

  private constructor(store: Store, firstLogFile: string) {
    this.#store = store;
    this.#firstLogFile = firstLogFile;
  }

  /** From now on files may be copied, until `close`. Throws StoreUnavailable. */
  static async start(store: Store): Promise<OnlineBackup> {
    copied.add(store);
    try {
      const { rows } = await withLongWait(store, (db) =>
        sql<{ file: string }>`select pg_walfile_name(pg_backup_start('svc backup', true)) as file`.execute(
          db,
        ),
      );
      return new OnlineBackup(store, rows[0]!.file);
    } catch (error) {
      copied.delete(store);
      throw error;
    }
  }

  /**
   * Ends the copying of files: the backup has exactly what was committed until now. `take` is called at this moment, while nothing
   * can be committed; it must not wait. Throws the database's error when it was reopened since the start.
   */
  stop<T>(take: (log: BackupLog) => T): Promise<BackupMoment<T>> {
    return withLongWait(this.#store, async (db) => {
      const { rows } = await sql<{ label: string; file: string }>`
        select labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)`.execute(db);
      this.#stopped = true;
      const { label, file } = rows[0]!;
      const counts = await countRows(db);
      return { label, counts, taken: take({ firstFile: this.#firstLogFile, lastFile: file }) };
    });
  }

  /** To be called when nothing is copied any more, whatever came of it: the next backup may start. */
  async close(): Promise<void> {
    if (!this.#stopped) await this.stop(() => undefined).catch(() => undefined);
    copied.delete(this.#store);
  }
}

/**
 * Writes what is only in memory to the files of the embedded database, and frees the log of changes up to here. Nothing else does:
 * there is no process beside the connection, so the log would grow, and a start after a kill take longer, until the next stop. Does
 * nothing while a backup copies the log, and on a server, which does it itself.
 */
export async function checkpoint(store: Store): Promise<void> {
  if (store.kind === 'postgres' || copied.has(store)) return;
  await sql`checkpoint`.execute(store.db);
}

/** What `BackupCounts` says of the database as it is. */
export async function countRows(db: Kysely<Tables>): Promise<BackupCounts> {
  const { rows } = await sql<BackupCounts>`select
    (select count(*) from organizations)::int as organizations,
    (select count(*) from users)::int as users,
    (select count(*) from api_keys)::int as api_keys,
    (select count(*) from files)::int as files`.execute(db);
  return rows[0]!;
}

/** Calls `work` with the only connection, for which it waits longer than a request would. */
async function withLongWait<T>(store: Store, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let hasBegun = false;
    try {
      return await store.db.connection().execute((db) => {
        hasBegun = true;
        return work(db);
      });
    } catch (error) {
      const isBusy = error instanceof StoreUnavailable && error.reason === 'timed_out' && !hasBegun;
      if (!isBusy || tries === MAX_TRIES) throw error;
      await delay(PAUSE_MS);
    }
  }
}
