import type { JobHandler } from './job-handler.ts';
import type { Scheduler } from './scheduler.ts';
import { OrganizationTurns } from './organization-turns.ts';
import type { ClaimedJob, Turn } from './store/claims.ts';

export interface LaneParts {
  readonly handler: JobHandler;
  readonly scheduler: Scheduler;
  /** Undefined when none is due of the organizations that may have the turn. */
  readonly claim: (turn: Turn) => Promise<ClaimedJob | undefined>;
  readonly attempt: (handler: JobHandler, job: ClaimedJob) => Promise<void>;
}

/**
 * Runs the jobs of one kind in parallel lanes. Each lane claims a job, runs it and claims the next; lanes are
 * added while there is work.
 */
export class JobLanes {
  readonly #parts: LaneParts;
  readonly #turns: OrganizationTurns;
  #claiming: Promise<unknown> = Promise.resolve();
  #lanes = 0;
  /** Jobs may have become due after the last claim began. */
  #woken = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.#turns = new OrganizationTurns(parts.handler.concurrency);
  }

  /** Starts on due jobs, or lets the existing lanes continue when their number is at its maximum. */
  wake(): void {
    const { handler, scheduler } = this.#parts;
    this.#woken = true;
    if (this.#lanes < handler.concurrency) scheduler.once(`jobs.${handler.kind}`, () => this.#work());
  }

  async #work(): Promise<void> {
    const { handler, attempt } = this.#parts;
    this.#lanes++;
    try {
      while (this.#woken) {
        this.#woken = false;
        for (let job = await this.#claim(); job; job = await this.#claim()) {
          // There may be one more job, for another lane.
          this.wake();
          try {
            await attempt(handler, job);
          } finally {
            this.#turns.ended(job.organization_id);
          }
        }
      }
    } finally {
      this.#lanes--;
    }
  }

  /** One claim at a time: the next one must know whose turn this was. */
  #claim(): Promise<ClaimedJob | undefined> {
    const claiming = this.#claiming.then(async () => {
      const job = await this.#parts.claim(this.#turns.next());
      if (job) this.#turns.began(job.organization_id);
      return job;
    });
    this.#claiming = claiming.catch(() => undefined);
    return claiming;
  }
}
