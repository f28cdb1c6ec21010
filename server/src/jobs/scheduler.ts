import { describeError, type Clock, type Log } from '#kit';
import type { PeriodicJob } from './periodic-job.ts';
import { ScheduledJob } from './scheduled-job.ts';

/** More than this at once is an attack or an outage, and must not fill the memory. */
const MOST_AT_ONCE = 200;

/**
 * Runs what no request waits for. It is the only place with timers for periodic work and the only listener to the test clock:
 * whoever moves the clock is answered when everything that became due has run, in the order in which it was scheduled.
 */
export class Scheduler {
  readonly #parts: { readonly clock: Clock; readonly log: Log };
  readonly #stopListening: () => void;
  readonly #jobs: ScheduledJob[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(parts: { readonly clock: Clock; readonly log: Log }) {
    this.#parts = parts;
    this.#stopListening = parts.clock.onAdvance(() => this.#runDue());
  }

  every(job: PeriodicJob): ScheduledJob {
    const scheduled = new ScheduledJob(job, this.#parts);
    this.#jobs.push(scheduled);
    return scheduled;
  }

  /**
   * Starts `work` and does not wait for it, for work whose time must not show in an answer. A failure is logged and not retried.
   */
  once(name: string, work: () => Promise<void>): void {
    const { log } = this.#parts;
    if (this.#running.size >= MOST_AT_ONCE)
      return log.error({ job: name }, 'too many background jobs; job dropped');
    const running = work()
      .catch((error: unknown) =>
        log.warn({ job: name, error: describeError(error) }, 'background job failed'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Starts nothing periodic any more, and resolves when what is under way is over. */
  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all(this.#jobs.map((job) => job.stop()));
    await this.#settled();
  }

  async #runDue(): Promise<void> {
    for (const job of this.#jobs) await job.runAfterAdvance();
    await this.#settled();
  }

  async #settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
