import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { makeDirectory, type Log } from '#kit';
import { CommitSignals } from './commit-signals.ts';
import { PostgresAnnouncements, type Announcements } from './announcements.ts';
import { EmbeddedSessions } from './embedded-sessions.ts';
import { PostgresSessions } from './postgres-sessions.ts';
import { SessionDialect } from './session-dialect.ts';
import type { Sessions } from './sessions.ts';
import type { Tables } from './tables.ts';
import { TimestampPlugin } from './timestamp-plugin.ts';

export interface StoreOptions {
  /** Holds the embedded database, in `database/`. The caller must own the directory's lock. */
  readonly dataDir: string;
  /** postgres:// URL; absent means the embedded database. */
  readonly databaseUrl?: string;
  readonly log: Log;
}

export interface Store {
  /**
   * Queries throw StoreUnavailable when the database does not answer: on a hanging server within 2 s, or 1 s
   * plus its URL's `connect_timeout`.
   */
  readonly db: Kysely<Tables>;
  readonly kind: 'embedded' | 'postgres';
  /** Messages between the processes that share the database. Absent: no other process uses it. */
  readonly announcements: Announcements | undefined;
  /** Signals of this process's own commits (`signalOnCommit`). */
  readonly commits: CommitSignals;
  /** Checks that the database answers and accepts writes. Throws StoreUnavailable. */
  ping(): Promise<void>;
  /** Calls `work` with a connection without time limits, for migrations and operator commands. */
  withoutTimeLimits<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the store. The embedded database is opened here (takes seconds on the first start, throws
 * StoreUnavailable). A server is contacted only by the first query, so it may be unavailable now.
 */
export async function openStore({ dataDir, databaseUrl, log }: StoreOptions): Promise<Store> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, log);
  const directory = join(dataDir, 'database');
  await makeDirectory(directory);
  const sessions = new EmbeddedSessions({ directory, log });
  const commits = new CommitSignals();
  const db = createKysely(sessions, commits);
  const store = createStore(
    { kind: 'embedded', db, commits, announcements: undefined, withoutTimeLimits: (work) => work(db) },
    sessions,
  );
  try {
    await store.ping();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

function openPostgres(databaseUrl: string, log: Log): Store {
  const sessions = new PostgresSessions({ databaseUrl, log, timeLimits: true });
  const commits = new CommitSignals();
  const db = createKysely(sessions, commits);
  const announcements = new PostgresAnnouncements({ databaseUrl, db, log });
  const withoutTimeLimits: Store['withoutTimeLimits'] = async (work) => {
    const unlimited = new PostgresSessions({ databaseUrl, log, timeLimits: false });
    try {
      return await work(createKysely(unlimited, commits));
    } finally {
      await unlimited.close();
    }
  };
  return createStore({ kind: 'postgres', db, commits, announcements, withoutTimeLimits }, sessions);
}

function createKysely(sessions: Sessions, commits: CommitSignals): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new SessionDialect(sessions, commits),
    plugins: [new TimestampPlugin()],
  });
}

function createStore(
  parts: Pick<Store, 'kind' | 'db' | 'announcements' | 'commits' | 'withoutTimeLimits'>,
  sessions: Sessions,
): Store {
  return {
    ...parts,
    async ping() {
      // On a standby the server raises the error a write would get, so that this connection is discarded as a
      // writer's would be.
      await sql`do $$ begin
        if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if;
      end $$`.execute(parts.db);
    },
    async close() {
      await parts.announcements?.close();
      await sessions.close();
    },
  };
}
