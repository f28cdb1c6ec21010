import type { JobHandler } from './job-handler.ts';
import type { Scheduler } from './scheduler.ts';
import type { ClaimedJob } from './store/claims.ts';

export interface LaneParts {
  readonly handler: JobHandler;
  readonly scheduler: Scheduler;
  /** Undefined when none is due. */
  readonly claim: (kind: string) => Promise<ClaimedJob | undefined>;
  readonly attempt: (handler: JobHandler, job: ClaimedJob) => Promise<void>;
}

/**
 * Runs the jobs of one kind in parallel lanes. Each lane claims a job, runs it and claims the next; lanes are
 * added while there is work.
 */
export class JobLanes {
  readonly #parts: LaneParts;
  #lanes = 0;
  /** Jobs may have become due after the last claim began. */
  #woken = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  /** Starts on due jobs, or lets the existing lanes continue when their number is at its maximum. */
  wake(): void {
    const { handler, scheduler } = this.#parts;
    this.#woken = true;
    if (this.#lanes < handler.atOnce) scheduler.once(`jobs.${handler.kind}`, () => this.#work());
  }

  async #work(): Promise<void> {
    const { handler, claim, attempt } = this.#parts;
    this.#lanes++;
    try {
      while (this.#woken) {
        this.#woken = false;
        for (let job = await claim(handler.kind); job; job = await claim(handler.kind)) {
          // There may be one more job, for another lane.
          this.wake();
          await attempt(handler, job);
        }
      }
    } finally {
      this.#lanes--;
    }
  }
}
