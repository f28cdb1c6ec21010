import { describeError, type Clock, type Log } from '#kit';
import type { PeriodicJob } from './periodic-job.ts';
import { ScheduledJob } from './scheduled-job.ts';

/** More than this at once is an attack or an outage, and must not exhaust the memory. */
const MAX_CONCURRENT = 200;

/**
 * Runs background work. It is the only place with timers for periodic work and the only listener to the test
 * clock: moving the clock resolves when everything that became due has run, in the order in which it was
 * scheduled.
 */
export class Scheduler {
  readonly #parts: { readonly clock: Clock; readonly log: Log };
  readonly #stopListening: () => void;
  readonly #jobs: ScheduledJob[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(parts: { readonly clock: Clock; readonly log: Log }) {
    this.#parts = parts;
    this.#stopListening = parts.clock.onAdvance(() => this.#runDue());
  }

  every(job: PeriodicJob): ScheduledJob {
    const scheduled = new ScheduledJob(job, this.#parts);
    this.#jobs.push(scheduled);
    this.#timers.push(setInterval(() => void scheduled.run(), job.everyMs).unref());
    return scheduled;
  }

  /**
   * Starts `work` without waiting for it, so that its duration does not affect the response time. A failure
   * is logged, not retried.
   */
  once(name: string, work: () => Promise<void>): void {
    const { log } = this.#parts;
    if (this.#running.size >= MAX_CONCURRENT)
      return log.error({ job: name }, 'too many background jobs; job dropped');
    const running = work()
      .catch((error: unknown) =>
        log.warn({ job: name, error: describeError(error) }, 'background job failed'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Stops all timers, and resolves when running work has ended. */
  async close(): Promise<void> {
    this.#stopListening();
    for (const timer of this.#timers) clearInterval(timer);
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
