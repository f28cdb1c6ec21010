import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Circuit, CircuitPass } from './circuit.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { queryError } from './postgres-errors.ts';
import { JsonArray } from './json-array.ts';
import { preparedName } from './prepared-name.ts';
import type { QueryParameter, Row, Session, StatementResult } from './sessions.ts';
import { StoreUnavailable } from './store-unavailable.ts';

export interface PostgresSessionContext {
  readonly circuit: Circuit;
  readonly pass: CircuitPass;
  readonly address: PostgresAddress;
  /** Statements prepared earlier are still there. */
  readonly isOwnSession: boolean;
  /** performance.now() when the connection was requested. */
  readonly startedMs: number;
  readonly timeLimitMs: number | undefined;
  /** Prevents reuse of connections from before this moment. */
  readonly distrustOthers: () => void;
}

/** A checked-out connection. After a query breaks it, it rejects every query and is destroyed on release. */
export class PostgresSession implements Session {
  readonly #client: PoolClient;
  readonly #context: PostgresSessionContext;
  /** The first query shares its time limit with the wait for the connection. */
  #countFromMs: number | undefined;
  #broken = false;

  constructor(client: PoolClient, context: PostgresSessionContext) {
    this.#client = client;
    this.#context = context;
    this.#countFromMs = context.startedMs;
    // The pool listens only while the client is idle. Without a listener a lost connection would end the
    // process.
    client.on('error', this.#onLost);
  }

  async query(text: string, parameters: readonly QueryParameter[]): Promise<StatementResult> {
    if (this.#broken) throw new StoreUnavailable('connection_lost');
    const { circuit, pass, address } = this.#context;
    const startedMs = performance.now();
    try {
      const result = await this.#client.query(this.#queryConfig(text, parameters, startedMs));
      circuit.succeeded(pass);
      return toStatementResult(result);
    } catch (error) {
      const failure = queryError(error, address);
      const unavailable = failure instanceof StoreUnavailable && failure.breaksConnection;
      this.#broken ||= unavailable;
      // A read-only server still answers queries; but after a failover the other connections lead to it too.
      if (unavailable && failure.reason === 'read_only') this.#context.distrustOthers();
      if (unavailable && failure.reason !== 'read_only') circuit.failed(pass, startedMs, failure);
      else circuit.succeeded(pass);
      throw failure;
    }
  }

  async release(): Promise<void> {
    this.#context.circuit.left(this.#context.pass);
    this.#client.off('error', this.#onLost);
    // Destroying the connection also ends a transaction that could not be rolled back.
    this.#client.release(this.#broken || this.#client.getTransactionStatus() !== 'I');
  }

  readonly #onLost = (): void => {
    this.#broken = true;
  };

  #queryConfig(
    text: string,
    parameters: readonly QueryParameter[],
    nowMs: number,
  ): QueryConfig & { query_timeout?: number } {
    const { timeLimitMs, isOwnSession } = this.#context;
    // A buffer is sent in the binary format.
    const values = parameters.map((value) => (value instanceof JsonArray ? value.jsonb : value));
    const name = isOwnSession ? preparedName(text, parameters) : undefined;
    const config = name === undefined ? { text, values } : { name, text, values };
    if (timeLimitMs === undefined) return config;
    const spentMs = this.#countFromMs === undefined ? 0 : nowMs - this.#countFromMs;
    this.#countFromMs = undefined;
    // 0 would mean no limit.
    return { ...config, query_timeout: Math.max(1, Math.ceil(timeLimitMs - spentMs)) };
  }
}

function toStatementResult(result: QueryResult<Row> | QueryResult<Row>[]): StatementResult {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { rows: last?.rows ?? [], command: last?.command ?? '', affectedRows: last?.rowCount ?? 0 };
}
