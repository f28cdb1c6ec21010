import { Pool, type ClientBase, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import type { Log } from '#kit';
import { Circuit, type CircuitPass } from './circuit.ts';
import { columnParser } from './column-parsers.ts';
import { clientConfig, type PostgresAddress } from './postgres-address.ts';
import { connectError } from './postgres-errors.ts';
import { PostgresSession } from './postgres-session.ts';
import type { Session, Sessions } from './sessions.ts';
import { StoreUnavailable } from './store-unavailable.ts';

const MAX_CONNECTIONS = 10;
const CONNECT_LIMIT_MS = 1_000;
/** No request waits for a migration, and on a busy machine a slow start is better than a failed one. */
const PATIENT_CONNECT_LIMIT_MS = 15_000;
/** No caller waits longer than this; and timers above 24 days would fire at once. */
const MAX_CONNECT_LIMIT_MS = 60_000;
/**
 * Opening a connection and its first query share the connect limit plus this; every further query has this
 * limit.
 */
const RESPONSE_TIMEOUT_MS = 1_000;
/** How long to stop opening connections after a server reports that it accepts no more. */
const FULL_MS = 1_000;
/** A suspended process must not hold row locks forever. */
const IDLE_TRANSACTION_LIMIT_MS = 30_000;

export interface PostgresSessionsOptions {
  readonly address: PostgresAddress;
  /** False behind a pooler that gives each transaction another session: nothing may be left in one. */
  readonly isOwnSession: boolean;
  readonly log: Log;
  /** False for migrations: waiting for another migrator's lock or rewriting a table may take minutes. */
  readonly timeLimits: boolean;
}

/** PostgreSQL behind a connection pool. The only place that detects a server that hangs, dies or returns. */
export class PostgresSessions implements Sessions {
  readonly transactionSettings: string;
  readonly #pool: Pool;
  readonly #address: PostgresAddress;
  readonly #isOwnSession: boolean;
  readonly #circuit = new Circuit(() => this.#opened());
  readonly #connectLimitMs: number;
  readonly #timeLimitMs: number | undefined;
  #full: NodeJS.Timeout | undefined;
  readonly #waiting = new Set<(reason: StoreUnavailable) => void>();
  readonly #generations = new WeakMap<PoolClient, number>();
  #generation = 0;
  #closing: Promise<void> | undefined;

  constructor(options: PostgresSessionsOptions) {
    this.#connectLimitMs = connectLimitOf(options);
    this.#timeLimitMs = options.timeLimits ? this.#connectLimitMs + RESPONSE_TIMEOUT_MS : undefined;
    const { address, isOwnSession } = options;
    this.#address = address;
    this.#isOwnSession = isOwnSession;
    const limits = this.#timeLimitMs === undefined ? [] : limitSettings(this.#timeLimitMs);
    this.transactionSettings = isOwnSession ? '' : limits.map((limit) => `; set local ${limit}`).join('');
    this.#pool = new Pool({
      ...poolConfig(address, this.#connectLimitMs, this.#timeLimitMs),
      ...(isOwnSession && limits.length > 0
        ? { onConnect: settingLimits(limits, this.#connectLimitMs) }
        : {}),
    });
    this.#pool.on('connect', (client) => this.#generations.set(client, this.#generation));
    // Without a listener a connection that dies while idle would end the process.
    this.#pool.on('error', () => options.log.warn('idle database connection lost'));
  }

  async acquire(): Promise<Session> {
    if (this.#closing !== undefined) throw new StoreUnavailable('closed');
    const startedMs = performance.now();
    const pass = this.#circuit.enter();
    let mustQueue = this.#pool.totalCount >= this.#pool.options.max && this.#pool.idleCount === 0;
    for (;;) {
      try {
        const client = await this.#checkOut();
        const distrustOthers = (): void => void this.#generation++;
        return new PostgresSession(client, {
          circuit: this.#circuit,
          pass,
          address: this.#address,
          isOwnSession: this.#isOwnSession,
          startedMs,
          timeLimitMs: this.#timeLimitMs,
          distrustOthers,
        });
      } catch (error) {
        const failure = connectError(error, this.#address);
        if (!this.#makeDo(failure, startedMs)) throw this.#acquireFailed(failure, pass, startedMs, mustQueue);
        mustQueue = true;
      }
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  /** Discards connections from before the last failure: after a network partition they still look healthy. */
  async #checkOut(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#nextClient();
      if (this.#generations.get(client) === this.#generation) return client;
      client.release(true);
    }
  }

  #nextClient(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      let gaveUp = false;
      const giveUp = (reason: StoreUnavailable): void => {
        gaveUp = true;
        reject(reason);
      };
      this.#waiting.add(giveUp);
      this.#pool.connect().then(
        (client) => {
          this.#waiting.delete(giveUp);
          if (gaveUp) client.release();
          else resolve(client);
        },
        (error: Error) => {
          this.#waiting.delete(giveUp);
          reject(error);
        },
      );
    });
  }

  /**
   * A full server still answers existing connections, so the pool makes do with those. Treating it as dead
   * would drop healthy connections, and other clients would take their slots. False when there are none, and
   * when the caller has waited long enough: once connections may be opened again, the pool tries that for
   * callers that were waiting for another one, too.
   */
  #makeDo({ reason }: StoreUnavailable, startedMs: number): boolean {
    if (reason !== 'too_many_connections' || this.#pool.totalCount === 0) return false;
    if (performance.now() - startedMs > this.#connectLimitMs) return false;
    this.#pool.options.max = this.#pool.totalCount;
    clearTimeout(this.#full);
    this.#full = setTimeout(() => (this.#pool.options.max = MAX_CONNECTIONS), FULL_MS).unref();
    return true;
  }

  #acquireFailed(
    failure: StoreUnavailable,
    pass: CircuitPass,
    startedMs: number,
    mustQueue: boolean,
  ): StoreUnavailable {
    const refusedByCircuit = failure.reason === 'failing';
    // Time spent queueing for a busy pool says nothing about the server.
    if (mustQueue || refusedByCircuit) this.#circuit.left(pass);
    else this.#circuit.failed(pass, startedMs, failure);
    return mustQueue && failure.reason === 'cannot_connect'
      ? new StoreUnavailable('timed_out', failure.cause, failure.message)
      : failure;
  }

  #opened(): void {
    this.#generation++;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const giveUp of waiting) giveUp(this.#circuit.refusal());
  }
}

/**
 * The URL's `connect_timeout`, in seconds as PostgreSQL's own clients read it, else the default for the
 * connection's purpose.
 */
function connectLimitOf({ address, timeLimits }: PostgresSessionsOptions): number {
  const seconds = Number(address.url.searchParams.get('connect_timeout'));
  if (seconds > 0) return Math.min(Math.ceil(seconds * 1000), MAX_CONNECT_LIMIT_MS);
  return timeLimits ? CONNECT_LIMIT_MS : PATIENT_CONNECT_LIMIT_MS;
}

/**
 * The server's own limits, which also end a slow statement there; the client's limit, per query, is for a server that hangs.
 * Poolers refuse them as start-up parameters.
 */
function limitSettings(timeLimitMs: number): readonly string[] {
  return [
    `statement_timeout = ${timeLimitMs}`,
    `idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_LIMIT_MS}`,
  ];
}

/** The pool waits for what it returns, which its types do not say. */
function settingLimits(limits: readonly string[], limitMs: number): (client: ClientBase) => unknown {
  const text = limits.map((limit) => `set ${limit}`).join('; ');
  const query: QueryConfig & { query_timeout: number } = { text, query_timeout: limitMs };
  return (client) => client.query({ ...query });
}

function poolConfig(
  address: PostgresAddress,
  connectionTimeoutMillis: number,
  timeLimitMs: number | undefined,
): PoolConfig {
  return {
    ...clientConfig(address),
    application_name: 'svc',
    max: timeLimitMs === undefined ? 1 : MAX_CONNECTIONS,
    connectionTimeoutMillis,
    types: { getTypeParser: columnParser as never },
  };
}
