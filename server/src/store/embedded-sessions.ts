import type { Log } from '#kit';
import { EmbeddedClient } from './embedded-client.ts';
import type { QueryParameter, Session, Sessions, StatementResult } from './sessions.ts';
import { preparedName } from './prepared-name.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { TurnQueue } from './turn-queue.ts';

/** The database has one connection: callers behind a long transaction give up after this time. */
const TURN_LIMIT_MS = 5_000;
/**
 * A holder that sends no query for this long is considered lost. Matches idle_in_transaction_session_timeout
 * on a server.
 */
const IDLE_LIMIT_MS = 30_000;
/** An attempt to open takes seconds of a processor, and on a broken disk none succeeds. */
const REOPEN_PAUSE_MS = 5_000;

export interface EmbeddedSessionsOptions {
  readonly directory: string;
  readonly log: Log;
}

/**
 * The embedded database. Its directory must already be locked: a second process that opens it would silently
 * destroy rows.
 */
export class EmbeddedSessions implements Sessions {
  readonly transactionSettings = '';
  readonly #options: EmbeddedSessionsOptions;
  readonly #turns = new TurnQueue();
  #client: EmbeddedClient | undefined;
  #closed = false;
  #reopenAtMs = -Infinity;

  constructor(options: EmbeddedSessionsOptions) {
    this.#options = options;
  }

  async acquire(): Promise<Session> {
    if (this.#closed) throw new StoreUnavailable('closed');
    if (!(await this.#turns.enter(TURN_LIMIT_MS))) throw new StoreUnavailable('timed_out');
    try {
      return new EmbeddedSession(await this.#openClient(), () => this.#turns.leave());
    } catch (error) {
      this.#turns.leave();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#client?.close();
  }

  /** Called only by the holder of the turn, so no second thread ever opens the directory. */
  async #openClient(): Promise<EmbeddedClient> {
    if (this.#closed) throw new StoreUnavailable('closed');
    if (this.#client !== undefined && !this.#client.exited) return this.#client;
    if (performance.now() < this.#reopenAtMs) throw new StoreUnavailable('failing');
    if (this.#client !== undefined) this.#options.log.error('embedded database stopped; reopening it');
    try {
      return (this.#client = await EmbeddedClient.open(this.#options.directory));
    } catch (error) {
      this.#reopenAtMs = performance.now() + REOPEN_PAUSE_MS;
      throw error;
    }
  }
}

class EmbeddedSession implements Session {
  readonly #client: EmbeddedClient;
  readonly #leave: () => void;
  #idleTimer: NodeJS.Timeout | undefined;
  #running = 0;
  #released = false;

  constructor(client: EmbeddedClient, leave: () => void) {
    this.#client = client;
    this.#leave = leave;
    this.#startIdling();
  }

  async query(text: string, parameters: readonly QueryParameter[]): Promise<StatementResult> {
    // After the idle limit someone else owns the connection, and this caller's transaction is gone.
    if (this.#released) throw new StoreUnavailable('connection_lost');
    clearTimeout(this.#idleTimer);
    this.#running++;
    try {
      return await this.#client.query(
        text,
        parameters.map((value) => value?.toString() ?? null),
        preparedName(text, parameters),
      );
    } finally {
      this.#running--;
      if (this.#running === 0) this.#startIdling();
    }
  }

  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    clearTimeout(this.#idleTimer);
    try {
      if (this.#client.inTransaction) await this.#client.query('rollback', []);
    } catch {
      // The thread ended together with the transaction.
    } finally {
      this.#leave();
    }
  }

  #startIdling(): void {
    if (!this.#released) this.#idleTimer = setTimeout(() => void this.release(), IDLE_LIMIT_MS).unref();
  }
}
