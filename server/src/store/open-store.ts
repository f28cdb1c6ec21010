import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Environment } from '#config';
import { makeDirectory, type Log } from '#kit';
import { CommitSignals } from './commit-signals.ts';
import { PostgresAnnouncements, type Announcements } from './announcements.ts';
import { EmbeddedSessions } from './embedded-sessions.ts';
import { requirePooling } from './pooling.ts';
import { postgresAddress, type PostgresAddress } from './postgres-address.ts';
import { permissionError } from './postgres-errors.ts';
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
  /** For what needs a session of its own, where the other leads through a pooler that gives each transaction another one. */
  readonly directUrl?: string;
  readonly log: Log;
}

/** Which database the environment names. */
export function namedDatabase({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Environment, 'databaseUrl' | 'databaseDirectUrl'>): Pick<StoreOptions, 'databaseUrl' | 'directUrl'> {
  return {
    ...(databaseUrl ? { databaseUrl: databaseUrl.reveal() } : {}),
    ...(databaseDirectUrl ? { directUrl: databaseDirectUrl.reveal() } : {}),
  };
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
  /**
   * Refuses a pooler behind which data would be lost. Throws PoolingRefused and StoreUnavailable. `migrate` calls it: nothing may be
   * stored before.
   */
  requirePooling(): Promise<void>;
  /** Calls `work` with a connection without time limits, for migrations and operator commands. */
  withoutTimeLimits<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the store. The embedded database is opened here (takes seconds on the first start, throws
 * StoreUnavailable). A server is contacted only by the first query, so it may be unavailable now.
 */
export async function openStore({ dataDir, databaseUrl, directUrl, log }: StoreOptions): Promise<Store> {
  if (databaseUrl !== undefined) {
    const address = postgresAddress('DATABASE_URL', databaseUrl);
    const direct = directUrl === undefined ? undefined : postgresAddress('DATABASE_DIRECT_URL', directUrl);
    return openPostgres(address, direct, log);
  }
  const directory = join(dataDir, 'database');
  await makeDirectory(directory);
  const sessions = new EmbeddedSessions({ directory, log });
  const commits = new CommitSignals();
  const db = createKysely(sessions, commits);
  const store = createStore(
    {
      kind: 'embedded',
      db,
      commits,
      announcements: undefined,
      requirePooling: () => Promise.resolve(),
      withoutTimeLimits: (work) => work(db),
    },
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

function openPostgres(address: PostgresAddress, direct: PostgresAddress | undefined, log: Log): Store {
  const isOwnSession = direct === undefined;
  const sessions = new PostgresSessions({ address, isOwnSession, log, timeLimits: true });
  const commits = new CommitSignals();
  const db = createKysely(sessions, commits);
  const announcements = new PostgresAnnouncements({ address: direct ?? address, db, log });
  const withoutTimeLimits: Store['withoutTimeLimits'] = async (work) => {
    const options = { address: direct ?? address, isOwnSession: true, log, timeLimits: false };
    const unlimited = new PostgresSessions(options);
    try {
      return await work(createKysely(unlimited, commits));
    } catch (error) {
      throw permissionError(error, options.address);
    } finally {
      await unlimited.close();
    }
  };
  return createStore(
    {
      kind: 'postgres',
      db,
      commits,
      announcements,
      requirePooling: () => requirePooling(address, direct),
      withoutTimeLimits,
    },
    sessions,
  );
}

function createKysely(sessions: Sessions, commits: CommitSignals): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new SessionDialect(sessions, commits),
    plugins: [new TimestampPlugin()],
  });
}

function createStore(
  parts: Pick<Store, 'kind' | 'db' | 'announcements' | 'commits' | 'requirePooling' | 'withoutTimeLimits'>,
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
