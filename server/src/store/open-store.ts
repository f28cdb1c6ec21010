import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { makeDirectory, type Log } from '#kit';
import { EmbeddedSessions } from './embedded-sessions.ts';
import { PostgresSessions } from './postgres-sessions.ts';
import { SessionDialect } from './session-dialect.ts';
import type { Sessions } from './sessions.ts';
import type { Tables } from './tables.ts';
import { TimestampPlugin } from './timestamp-plugin.ts';

export interface StoreOptions {
  /** Holds the embedded database, in `database/`. Whoever calls must own the directory's lock. */
  readonly dataDir: string;
  /** postgres:// URL; absent means the embedded database. */
  readonly databaseUrl?: string;
  readonly log: Log;
}

export interface Store {
  /** Throws StoreUnavailable when the database cannot be asked, on a server that hangs within 2 s, or a second more than its URL's `connect_timeout`. */
  readonly db: Kysely<Tables>;
  readonly kind: 'embedded' | 'postgres';
  /** Asks the database whether it answers and takes writes. Throws StoreUnavailable. */
  ping(): Promise<void>;
  /** Gives `work` a connection without time limits, for migrations and an operator's commands. */
  withoutTimeLimits<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The one database behind everything. The embedded database is opened here (seconds on the first start, throws
 * StoreUnavailable); a server is not asked until the first query, so that it may be away at this moment.
 */
export async function openStore({ dataDir, databaseUrl, log }: StoreOptions): Promise<Store> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, log);
  const directory = join(dataDir, 'database');
  await makeDirectory(directory);
  const sessions = new EmbeddedSessions({ directory, log });
  const db = createKysely(sessions);
  const store = createStore('embedded', sessions, db, (work) => work(db));
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
  return createStore('postgres', sessions, createKysely(sessions), async (work) => {
    const unlimited = new PostgresSessions({ databaseUrl, log, timeLimits: false });
    try {
      return await work(createKysely(unlimited));
    } finally {
      await unlimited.close();
    }
  });
}

function createKysely(sessions: Sessions): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SessionDialect(sessions), plugins: [new TimestampPlugin()] });
}

function createStore(kind: Store['kind'], sessions: Sessions, db: Kysely<Tables>, withoutTimeLimits: Store['withoutTimeLimits']): Store {
  return {
    kind,
    db,
    withoutTimeLimits,
    async ping() {
      // The server raises what a write would meet on a standby, so that this connection is given up as a writer's would be.
      await sql`do $$ begin
        if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if;
      end $$`.execute(db);
    },
    close: () => sessions.close(),
  };
}
