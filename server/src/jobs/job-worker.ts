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
  releaseEarlierRuns,
  renewLeases,
  type ClaimedJob,
  type Turn,
} from './store/claims.ts';

const POLL_MS = 2000;
/** A node that does not renew its lease for this long counts as dead: with the next poll, its jobs run elsewhere within 30 seconds. */
const LEASE_MS = 25_000;
const RENEW_MS = 7000;
/** How long running jobs may take when the service stops. */
const PATIENCE_MS = 5000;

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
  readonly jobs: readonly PeriodicJob[] = [
    { name: 'jobs.renew_leases', everyMs: RENEW_MS, run: () => this.#renew() },
    { name: 'jobs.poll', everyMs: POLL_MS, run: () => this.#poll() },
  ];
  readonly #parts: JobWorkerParts;
  readonly #lanes: ReadonlyMap<string, JobLanes>;
  readonly #stopListening: readonly (() => void)[];
  readonly #claimed = new Set<ClaimedJob>();
  readonly #aborting = new AbortController();
  #stopped = false;
  #hasReleased = false;

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
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
    setTimeout(() => this.#aborting.abort(), PATIENCE_MS).unref();
  }

  async #poll(): Promise<void> {
    const { db, clock, nodeId, runId } = this.#parts;
    if (!this.#hasReleased) await releaseEarlierRuns(db, { nodeId, runId });
    this.#hasReleased = true;
    for (const kind of await findDueKinds(db, [...this.#lanes.keys()], clock.nowMs()))
      this.#lanes.get(kind)?.wake();
  }

  async #renew(): Promise<void> {
    const { db, clock, runId } = this.#parts;
    await renewLeases(db, runId, [...this.#claimed], clock.nowMs() + LEASE_MS);
  }

  async #claim(kind: string, turn: Turn): Promise<ClaimedJob | undefined> {
    const { db, clock, runId } = this.#parts;
    if (this.#stopped) return undefined;
    const nowMs = clock.nowMs();
    return claimJob(db, kind, turn, { runId, nowMs, leaseEndsAtMs: nowMs + LEASE_MS });
  }

  async #attempt(handler: JobHandler, job: ClaimedJob): Promise<void> {
    this.#claimed.add(job);
    try {
      await attemptJob(this.#parts, handler, job, this.#aborting.signal);
    } finally {
      this.#claimed.delete(job);
    }
  }
}
