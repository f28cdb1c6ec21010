import { Leases } from '#leases';
import type { CommitSignals } from '#store';
import { attemptJob, type AttemptParts } from './attempt-job.ts';
import { jobSignal } from './enqueue-job.ts';
import type { JobHandler } from './job-handler.ts';
import { JobLanes } from './job-lanes.ts';
import type { PeriodicJob } from './periodic-job.ts';
import type { Scheduler } from './scheduler.ts';
import {
  claimJob,
  findDueKinds,
  JOB_LEASES,
  releaseEarlierRuns,
  renewLeases,
  type ClaimedJob,
  type Turn,
} from './store/claims.ts';

const POLL_MS = 2000;
/** How long running jobs may take when the service stops. */
const GRACE_MS = 5000;

export interface JobWorkerParts extends AttemptParts {
  /** Its earlier runs have ended. */
  readonly nodeId: string;
  readonly scheduler: Scheduler;
  readonly commits: CommitSignals;
  /** The handlers of this process. Jobs of other kinds are left to other nodes. */
  readonly handlers: readonly JobHandler[];
}

/**
 * Runs the jobs of the job table on every node. One node holds a job at a time; another takes over when that
 * node is dead.
 */
export class JobWorker {
  /**
   * Renews leases first: after a move of the clock other nodes would claim the jobs that this node is
   * running.
   */
  readonly jobs: readonly PeriodicJob[];
  readonly #parts: JobWorkerParts;
  readonly #lanes: ReadonlyMap<string, JobLanes>;
  readonly #stopListening: readonly (() => void)[];
  readonly #leases: Leases<ClaimedJob>;
  /** With what ends the attempt when its lease is lost. */
  readonly #claimed = new Map<ClaimedJob, AbortController>();
  readonly #aborting = new AbortController();
  #stopped = false;
  #hasReleased = false;

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
    this.#leases = new Leases({
      clock: parts.clock,
      kind: JOB_LEASES,
      renew: (held, endsAtMs) => renewLeases(parts.db, parts.runId, held, endsAtMs),
      onLost: (job) => this.#claimed.get(job)?.abort(),
    });
    this.jobs = [
      this.#leases.job('jobs.renew_leases', () => [...this.#claimed.keys()]),
      { name: 'jobs.poll', everyMs: POLL_MS, run: () => this.#poll() },
    ];
    const lanesOf = (handler: JobHandler): JobLanes =>
      new JobLanes({
        handler,
        scheduler: parts.scheduler,
        claim: (turn) => this.#claim(handler.kind, turn),
        attempt: (...all) => this.#attempt(...all),
      });
    this.#lanes = new Map(parts.handlers.map((handler) => [handler.kind, lanesOf(handler)]));
    this.#stopListening = [...this.#lanes].map(([kind, lanes]) =>
      parts.commits.listen(jobSignal(kind), () => lanes.wake()),
    );
  }

  /**
   * Claims no more jobs. Running jobs get a moment before their signal is aborted; the scheduler waits for
   * them when it closes.
   */
  stop(): void {
    this.#stopped = true;
    for (const stopListening of this.#stopListening) stopListening();
    setTimeout(() => this.#aborting.abort(), GRACE_MS).unref();
  }

  async #poll(): Promise<void> {
    const { db, clock, nodeId, runId } = this.#parts;
    if (!this.#hasReleased) await releaseEarlierRuns(db, { nodeId, runId });
    this.#hasReleased = true;
    const due = { nowMs: clock.nowMs(), lapse: this.#leases.lapse() };
    for (const kind of await findDueKinds(db, [...this.#lanes.keys()], due)) this.#lanes.get(kind)?.wake();
  }

  async #claim(kind: string, turn: Turn): Promise<ClaimedJob | undefined> {
    const { db, runId } = this.#parts;
    if (this.#stopped) return undefined;
    return claimJob(db, kind, turn, {
      runId,
      ...this.#leases.claim(),
      lapse: this.#leases.lapse(),
    });
  }

  async #attempt(handler: JobHandler, job: ClaimedJob): Promise<void> {
    const lost = new AbortController();
    this.#claimed.set(job, lost);
    try {
      const signal = AbortSignal.any([this.#aborting.signal, lost.signal]);
      await attemptJob(this.#parts, handler, job, signal);
    } finally {
      this.#claimed.delete(job);
    }
  }
}
