import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { encodeParameter } from './encode-parameter.ts';
import type { Session, Sessions } from './sessions.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** Kysely over either database. Kysely's own PostgresDialect is not used: it returns timed-out connections to the pool. */
export class SessionDialect implements Dialect {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  createDriver(): Driver {
    return new SessionDriver(this.#sessions);
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

class SessionDriver implements Driver {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SessionConnection> {
    return new SessionConnection(await this.#sessions.acquire());
  }

  async beginTransaction(connection: SessionConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`;
    const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`;
    await connection.executeQuery(CompiledQuery.raw(`start transaction${isolation}${access}`));
  }

  async commitTransaction(connection: SessionConnection): Promise<void> {
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if ((await connection.run('commit')) === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    try {
      await connection.run('rollback');
    } catch (error) {
      // A lost connection has rolled back by itself, and throwing would hide what made the caller roll back.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  async releaseConnection(connection: SessionConnection): Promise<void> {
    await connection.release();
  }

  async destroy(): Promise<void> {
    await this.#sessions.close();
  }
}

const COUNTED_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class SessionConnection implements DatabaseConnection {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, affectedRows } = await this.#session.query(query.sql, query.parameters.map(encodeParameter));
    if (!COUNTED_COMMANDS.has(command)) return { rows: rows as R[] };
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  }

  /** Runs a statement without parameters and gives its command tag. */
  async run(statement: string): Promise<string> {
    return (await this.#session.query(statement, [])).command;
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; a cursor on the embedded database would hold up everyone
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported: read in pages');
  }
}
