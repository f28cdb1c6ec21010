import { Worker } from 'node:worker_threads';
import type { FormatAnswer, FormatJob } from './format-job.ts';

/** What a schema and a text may take of memory together, beside the validators that are kept. */
const HEAP_MEGABYTES = 256;

/** `overdue`: the thread had to be stopped at it. */
export type ThreadAnswer = FormatAnswer | 'overdue';

export interface FormatTask {
  readonly owner: string;
  readonly job: FormatJob;
  readonly answer: (check: ThreadAnswer, tookMs: number) => void;
}

/** Where a thread finds its work. */
export interface FormatTasks {
  isEmpty(): boolean;
  shift(): FormatTask | undefined;
}

/** One thread that does a task at a time, started with the first one, and stopped when one takes too long. */
export class FormatThread {
  readonly #tasks: FormatTasks;
  readonly #timeLimitMs: number;
  #worker: Worker | undefined;
  #ready = false;
  #current: FormatTask | undefined;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(tasks: FormatTasks, timeLimitMs: number) {
    this.#tasks = tasks;
    this.#timeLimitMs = timeLimitMs;
  }

  /** To be called when there may be work. */
  wake(): void {
    if (this.#current) return;
    this.#worker ??= this.#start();
    if (!this.#ready) return;
    const next = this.#tasks.shift();
    if (!next) return;
    this.#current = next;
    this.#startedAt = performance.now();
    this.#worker.postMessage(next.job);
    this.#timer = setTimeout(() => this.#overdue(), this.#timeLimitMs);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./format-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      stdout: true,
      stderr: true,
    });
    worker.on('message', (message: FormatAnswer | 'ready') => {
      if (worker !== this.#worker) return;
      if (message === 'ready') this.#ready = true;
      else this.#settle(message);
      this.wake();
    });
    worker.on('error', () => this.#stopped(worker));
    worker.on('exit', () => this.#stopped(worker));
    // A caller that waits has a connection, which keeps the process alive.
    worker.unref();
    return worker;
  }

  #overdue(): void {
    const worker = this.#worker;
    this.#stopped(worker);
    void worker?.terminate();
  }

  /** The check at hand is lost, whether it took too long or too much memory; the others go on with a new thread. */
  #stopped(worker: Worker | undefined): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#ready = false;
    // A thread that cannot start takes one with it each time, or it would be started for ever.
    this.#current ??= this.#tasks.shift();
    this.#settle('overdue');
    if (!this.#tasks.isEmpty()) this.wake();
  }

  #settle(check: ThreadAnswer): void {
    clearTimeout(this.#timer);
    const settled = this.#current;
    this.#current = undefined;
    settled?.answer(check, performance.now() - this.#startedAt);
  }
}
