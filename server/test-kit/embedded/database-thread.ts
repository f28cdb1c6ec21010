import { EventEmitter, once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** What threads of the embedded database are sent: without a statement, that they end. */
export interface DatabaseRequest {
  readonly id: number;
  readonly statement?: object;
}

/** As much of their answers as is of interest here. */
export interface DatabaseReply {
  readonly id: number;
  readonly result?: { readonly rows: readonly (readonly (string | null)[])[] };
  readonly error?: { readonly message?: string };
}

/** A thread of an embedded database that serves one opener after the other. Emits `reply` for what the opener asked, and `exit`. */
export class DatabaseThread extends EventEmitter {
  readonly kind = 'embedded';
  /** The data of whom it holds. */
  directory: string;
  /** Where it really keeps them. */
  readonly home: string;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (reply: DatabaseReply) => void>();
  #lastId = 0;

  private constructor(worker: Worker, home: string, directory: string) {
    super();
    this.directory = directory;
    this.home = home;
    this.#worker = worker;
    // Nobody waits for it at the end of the process.
    worker.unref();
    worker.on('message', (reply: DatabaseReply) => this.#take(reply));
    worker.on('error', () => undefined);
    worker.on('exit', () => this.emit('exit'));
  }

  /** Resolves when the database answers. */
  static async open(worker: Worker, home: string, directory: string): Promise<DatabaseThread> {
    await once(worker, 'message');
    return new DatabaseThread(worker, home, directory);
  }

  /** What an opener sends. */
  post(request: DatabaseRequest): void {
    this.#worker.postMessage(request);
  }

  /** Statements of our own, whose ids are negative. Answers the first field of the first row. Throws what the database says. */
  async ask(text: string): Promise<string> {
    const id = --this.#lastId;
    const { promise, resolve } = Promise.withResolvers<DatabaseReply>();
    this.#waiting.set(id, resolve);
    this.post({ id, statement: { text, parameters: [] } });
    const { result, error } = await promise;
    if (error) throw new Error(`${error.message} in ${text}`);
    return result?.rows[0]?.[0] ?? '';
  }

  async end(): Promise<void> {
    const ended = once(this.#worker, 'exit');
    this.post({ id: --this.#lastId });
    await ended;
  }

  #take(reply: DatabaseReply): void {
    const resolve = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (resolve) resolve(reply);
    else this.emit('reply', reply);
  }
}
