import { WorkerHost } from '#threads';
import type { FormatResult, FormatJob } from './format-job.ts';

/** What a schema and a text may take of memory together, beside the validators that are kept. */
const HEAP_MEGABYTES = 256;

/** `overdue`: the thread had to be stopped at it. */
export type FormatOutcome = FormatResult | 'overdue';

export interface FormatTask {
  readonly owner: string;
  readonly job: FormatJob;
  readonly settle: (check: FormatOutcome, tookMs: number) => void;
}

/** Where a thread finds its work. */
export interface FormatTasks {
  isEmpty(): boolean;
  shift(): FormatTask | undefined;
}

/** One thread that does a task at a time, and is stopped when one takes too long. */
export class FormatThread {
  readonly #tasks: FormatTasks;
  readonly #host: WorkerHost<FormatJob, FormatResult>;
  #isRunning = false;

  constructor(tasks: FormatTasks, timeoutMs: number) {
    this.#tasks = tasks;
    this.#host = new WorkerHost({
      module: new URL('./format-worker.ts', import.meta.url),
      purpose: 'checks formats',
      heapMegabytes: HEAP_MEGABYTES,
      timeoutMs,
    });
  }

  /** To be called when there may be work. */
  wake(): void {
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (!this.#tasks.isEmpty()) await this.#runNext();
    this.#isRunning = false;
  }

  /** A task during which the thread ends is lost, whether it took too much time or memory. */
  async #runNext(): Promise<void> {
    // Time of a task does not start before the thread has. One that cannot start fails a task each time, or it would start forever.
    await this.#host.start().catch(() => {});
    const task = this.#tasks.shift();
    if (!task) return;
    const startedAt = performance.now();
    const result = await this.#host.call(task.job).catch(() => 'overdue' as const);
    task.settle(result, performance.now() - startedAt);
  }
}
