import type { Transferable } from 'node:worker_threads';
import { WorkerThread, type ThreadOptions } from './worker-thread.ts';

/**
 * A thread for work that would hold up the event loop. It starts with the first call. When it ends, its pending calls reject with
 * `ThreadEnded`, and the next call starts another. Calls run in their order: callers that share a thread between organizations keep a
 * queue of their own in front of it, with one call at a time.
 */
export class WorkerHost<Request, Response> {
  readonly #options: ThreadOptions;
  #thread: WorkerThread<Request, Response> | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Resolves when the thread has loaded its module. Only callers that measure the time of a call need it. */
  start(): Promise<void> {
    return this.#running().ready;
  }

  /** `transfer`: memory and ports of the request that pass to the thread. */
  async call(request: Request, transfer: readonly Transferable[] = []): Promise<Response> {
    return this.#running().call(request, transfer);
  }

  async stop(): Promise<void> {
    await this.#thread?.stop();
  }

  #running(): WorkerThread<Request, Response> {
    if (this.#thread) return this.#thread;
    const thread = new WorkerThread<Request, Response>(this.#options, () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    this.#thread = thread;
    return thread;
  }
}
