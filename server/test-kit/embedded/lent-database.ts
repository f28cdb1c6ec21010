import { EventEmitter } from 'node:events';
import type { DatabaseReply, DatabaseRequest, DatabaseThread } from './database-thread.ts';

/** What an opener takes for the thread of its database: the thread ends with it, and is kept for the next one instead. */
export class LentDatabase extends EventEmitter {
  readonly #thread: Promise<DatabaseThread>;
  readonly #release: (thread: DatabaseThread) => void;
  readonly #onReply = (reply: DatabaseReply): void => void this.emit('message', reply);
  readonly #onExit = (): void => void this.emit('exit', 1);

  constructor(thread: Promise<DatabaseThread>, release: (thread: DatabaseThread) => void) {
    super();
    this.#thread = thread;
    this.#release = release;
    thread.then(
      (opened) => {
        opened.on('reply', this.#onReply).on('exit', this.#onExit);
        this.emit('message', 'ready');
      },
      (error: unknown) => {
        this.emit('error', error);
        this.emit('exit', 1);
      },
    );
  }

  postMessage(request: DatabaseRequest): void {
    void this.#thread.then((thread) =>
      request.statement === undefined ? this.#end(thread) : thread.post(request),
    );
  }

  /** Statements that were sent finish first, as they do before a database closes. */
  async #end(thread: DatabaseThread): Promise<void> {
    await thread.ask('rollback');
    thread.off('reply', this.#onReply).off('exit', this.#onExit);
    this.#release(thread);
    this.emit('exit', 0);
  }
}
