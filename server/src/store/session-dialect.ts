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
import type { CommitSignals, SignalsOnCommit } from './commit-signals.ts';
import { encodeParameter } from './encode-parameter.ts';
import type { Session, Sessions } from './sessions.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Kysely over either database. Kysely's own PostgresDialect is not used: it returns timed-out connections to
 * the pool.
 */
export class SessionDialect implements Dialect {
  readonly #sessions: Sessions;
  readonly #signals: CommitSignals;

  constructor(sessions: Sessions, signals: CommitSignals) {
    this.#sessions = sessions;
    this.#signals = signals;
  }

  createDriver(): Driver {
    return new SessionDriver(this.#sessions, this.#signals);
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
  readonly #signals: CommitSignals;

  constructor(sessions: Sessions, signals: CommitSignals) {
    this.#sessions = sessions;
    this.#signals = signals;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SessionConnection> {
    return new SessionConnection(await this.#sessions.acquire());
  }

  async beginTransaction(connection: SessionConnection, settings: TransactionSettings): Promise<void> {
    const isolation =
      settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`;
    const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`;
    const { transactionSettings } = this.#sessions;
    await connection.executeQuery(
      CompiledQuery.raw(`start transaction${isolation}${access}${transactionSettings}`),
    );
  }

  async commitTransaction(connection: SessionConnection): Promise<void> {
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if ((await connection.run('commit')) === 'ROLLBACK') throw new AbortedTransactionError();
    for (const topic of connection.takeSignals()) this.#signals.emit(topic);
  }

  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    connection.takeSignals();
    try {
      await connection.run('rollback');
    } catch (error) {
      // A lost connection has already rolled back, and throwing would hide the error that caused the
      // rollback.
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

class SessionConnection implements DatabaseConnection, SignalsOnCommit {
  readonly #session: Session;
  readonly #signals = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, affectedRows } = await this.#session.query(
      query.sql,
      query.parameters.map(encodeParameter),
    );
    if (!COUNTED_COMMANDS.has(command)) return { rows: rows as R[] };
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  }

  /** Runs a statement without parameters and returns its command tag. */
  async run(statement: string): Promise<string> {
    return (await this.#session.query(statement, [])).command;
  }

  signalOnCommit(topic: string): void {
    this.#signals.add(topic);
  }

  takeSignals(): string[] {
    const taken = [...this.#signals];
    this.#signals.clear();
    return taken;
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; a cursor on the embedded database would hold up everyone
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported: read in pages');
  }
}
