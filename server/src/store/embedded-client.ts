import { Worker } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import { columnParser } from './column-parsers.ts';
import { embeddedModule } from './embedded-module.ts';
import type {
  EmbeddedReply,
  EmbeddedRequest,
  EmbeddedResult,
  EmbeddedWorkerData,
} from './embedded-protocol.ts';
import { explainEmbeddedFailure } from './explain-embedded-failure.ts';
import type { Row, StatementResult } from './sessions.ts';
import { StoreUnavailable, unavailableReason } from './store-unavailable.ts';

interface Pending {
  resolve(result: StatementResult): void;
  reject(error: Error): void;
}

/**
 * One run of the worker thread. When the thread ends, every pending query is rejected and `disconnected` becomes
 * true.
 */
export class EmbeddedClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #transaction = 'I';
  #exited = false;

  /** Resolves when the database answers. Throws StoreUnavailable `cannot_connect`, which says what to do. */
  static async open(directory: string): Promise<EmbeddedClient> {
    const pgliteWasmModule = await embeddedModule().catch((error: unknown) => {
      throw new StoreUnavailable('cannot_connect', error);
    });
    const workerData: EmbeddedWorkerData = { directory, pgliteWasmModule };
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData,
      stdout: true,
      stderr: true,
    });
    try {
      await new Promise<void>((resolve, reject) => {
        worker.once('message', () => resolve());
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the thread of the database ended')));
      });
    } catch (error) {
      throw new StoreUnavailable('cannot_connect', error, await explainEmbeddedFailure(directory));
    }
    return new EmbeddedClient(worker);
  }

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: EmbeddedReply) => this.#settle(reply));
    // 'exit' follows; without a listener 'error' would end the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#end());
  }

  get exited(): boolean {
    return this.#exited;
  }

  /** True while a transaction is open, failed or not. */
  get inTransaction(): boolean {
    return this.#transaction !== 'I';
  }

  /** With a name the statement is planned when it runs for the first time, and kept. */
  query(text: string, parameters: readonly (string | null)[], name?: string): Promise<StatementResult> {
    if (this.#exited) return Promise.reject(new StoreUnavailable('worker_gone'));
    return new Promise((resolve, reject) => {
      const request: EmbeddedRequest = { id: ++this.#lastId, statement: { text, parameters, name } };
      this.#pending.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  /** Waits for queries already sent, then closes the database and ends the thread. */
  async close(): Promise<void> {
    if (this.#exited) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    const request: EmbeddedRequest = { id: ++this.#lastId };
    this.#worker.postMessage(request);
    await ended;
  }

  #settle(reply: EmbeddedReply): void {
    this.#transaction = reply.transaction;
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (pending === undefined) return;
    try {
      if (reply.result !== undefined) pending.resolve(toStatementResult(reply.result));
      else pending.reject(toError(reply.error ?? {}));
    } catch (error) {
      pending.reject(error as Error);
    }
  }

  #end(): void {
    this.#exited = true;
    this.#transaction = 'I';
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new StoreUnavailable('worker_gone'));
  }
}

function toStatementResult({ names, typeIds, rows, tag }: EmbeddedResult): StatementResult {
  const parsers = typeIds.map(columnParser);
  const [command = '', ...counts] = tag.split(' ');
  return {
    command,
    affectedRows: Number(counts.at(-1) ?? 0) || 0,
    rows: rows.map((fields) => {
      const row: Row = {};
      for (const [index, name] of names.entries()) {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : parsers[index]!(text);
      }
      return row;
    }),
  };
}

/** The only user of this database may do everything, so what is not permitted is to open its files. */
const NOT_PERMITTED = '42501';

/**
 * Creates the same error class as a server's errors have, so that callers can check `code` and `constraint`
 * on both.
 */
function toError(fields: Readonly<Record<string, string>>): Error {
  const error = Object.assign(new DatabaseError(fields['message'] ?? '', 0, 'error'), fields);
  const reason = error.code === NOT_PERMITTED ? 'read_only' : unavailableReason(error.code);
  return reason === undefined ? error : new StoreUnavailable(reason, error);
}
