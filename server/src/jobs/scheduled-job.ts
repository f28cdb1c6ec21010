import { describeError, type Clock, type Log } from '#kit';
import type { PeriodicJob } from './periodic-job.ts';

/** A periodic job of this process: one run at a time, none that rejects. */
export class ScheduledJob {
  readonly #job: PeriodicJob;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #startedAtMs: number;
  #failing = false;

  constructor(job: PeriodicJob, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#job = job;
    this.#clock = clock;
    this.#log = log;
    this.#startedAtMs = clock.monotonicMs();
    this.#timer = setInterval(() => void this.run(), job.everyMs).unref();
  }

  /** Runs now, or joins the run under way. */
  run(): Promise<void> {
    return (this.#running ??= this.#attempt().finally(() => (this.#running = undefined)));
  }

  /** A run under way may have begun before the clock was moved, so it is waited for and does not count. */
  async runAfterAdvance(): Promise<void> {
    await this.#running;
    const { everyMs, onlyWhenDue } = this.#job;
    if (onlyWhenDue && this.#clock.monotonicMs() - this.#startedAtMs < everyMs) return;
    await this.run();
  }

  /** Resolves when the run under way is over. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #attempt(): Promise<void> {
    const job = this.#job.name;
    this.#startedAtMs = this.#clock.monotonicMs();
    try {
      await this.#job.run();
      if (this.#failing) this.#log.info({ job }, 'periodic job recovered');
      this.#failing = false;
    } catch (error) {
      // Once per outage, not once per run.
      if (!this.#failing)
        this.#log.warn({ job, error: describeError(error) }, 'periodic job failed; will retry');
      this.#failing = true;
    }
  }
}
