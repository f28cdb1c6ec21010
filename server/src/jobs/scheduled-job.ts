import { describeError, type Clock, type Log } from '#kit';
import type { PeriodicJob } from './periodic-job.ts';

/**
 * A periodic job of this process: one run at a time; a failed run is logged, not thrown. The scheduler
 * decides when it runs.
 */
export class ScheduledJob {
  readonly #job: PeriodicJob;
  readonly #clock: Clock;
  readonly #log: Log;
  #running: Promise<void> | undefined;
  #startedAtMs: number;
  #failing = false;
  /** Woken after the current run began. */
  #woken = false;
  #stopped = false;

  constructor(job: PeriodicJob, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#job = job;
    this.#clock = clock;
    this.#log = log;
    this.#startedAtMs = clock.monotonicMs();
  }

  /** Runs now, or joins the current run. */
  run(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return (this.#running ??= this.#attempts());
  }

  /** Starts a run, or another one after the current run, which may have missed the reason. */
  wake(): void {
    if (this.#running) this.#woken = true;
    else void this.run();
  }

  /** The current run may have begun before the clock was moved, so it is awaited and does not count. */
  async runAfterAdvance(): Promise<void> {
    await this.#running;
    const { everyMs, onlyWhenDue } = this.#job;
    if (onlyWhenDue && this.#clock.monotonicMs() - this.#startedAtMs < everyMs) return;
    await this.run();
  }

  /** Starts no further run, and resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #attempts(): Promise<void> {
    do {
      this.#woken = false;
      await this.#attempt();
    } while (this.#woken && !this.#stopped);
    // In the same turn as the last check, so that a later wake starts a new run.
    this.#running = undefined;
  }

  async #attempt(): Promise<void> {
    const job = this.#job.name;
    this.#startedAtMs = this.#clock.monotonicMs();
    try {
      await this.#job.run();
      if (this.#failing) this.#log.info({ job }, 'periodic job recovered');
      this.#failing = false;
    } catch (error) {
      // Logs once per outage, not once per run.
      if (!this.#failing)
        this.#log.warn({ job, error: describeError(error) }, 'periodic job failed; will retry');
      this.#failing = true;
    }
  }
}
