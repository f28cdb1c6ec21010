import type { LimitValues } from '@svc/contract';
import type { Kysely } from 'kysely';
import { describeError, type Clock, type Log } from '#kit';
import type { PeriodicJob } from '#jobs';
import { OrganizationScope, type Tables } from '#store';
import { mergeObservations, sawFailure, sawVerdict, type HookObservations } from './hook-observations.ts';
import { recordObservations } from './record-observations.ts';

const FLUSH_MS = 5_000;

export interface HookMonitorDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
}

/**
 * Counts what calls of hooks came to, and notices hooks that give no verdicts. Kept in memory until it is written every few seconds: a call
 * waits for none of it. A killed process loses the last seconds.
 */
export class HookMonitor {
  readonly #deps: HookMonitorDeps;
  readonly job: PeriodicJob = {
    name: 'inference_hook.counts',
    everyMs: FLUSH_MS,
    run: () => this.flush(),
  };
  #seen = new Map<string, HookObservations>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(deps: HookMonitorDeps) {
    this.#deps = deps;
  }

  /** The hook of the organization said yes or no. */
  verdict(organizationId: string, denied: boolean): void {
    this.#note(organizationId, sawVerdict(this.#deps.clock.nowMs(), denied));
  }

  /** It gave no verdict. */
  failed(organizationId: string): void {
    this.#note(organizationId, sawFailure(this.#deps.clock.nowMs()));
  }

  /** Never rejects: what could not be written stays for the next time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  close(): Promise<void> {
    return this.flush();
  }

  #note(organizationId: string, seen: HookObservations): void {
    this.#seen.set(organizationId, mergeObservations(this.#seen.get(organizationId), seen));
  }

  /** Each organization in a transaction of its own: nodes that write at the same time wait for one row at most. */
  async #write(): Promise<void> {
    const { db, clock, log, limits } = this.#deps;
    const waiting = this.#seen;
    this.#seen = new Map();
    for (const [organizationId, seen] of waiting) {
      try {
        await db.transaction().execute((trx) =>
          recordObservations(new OrganizationScope(trx, organizationId), seen, {
            nowMs: clock.nowMs(),
            failingMs: limits().inference_hook_failing_s * 1000,
          }),
        );
      } catch (error) {
        log.warn({ error: describeError(error), organization: organizationId }, 'writing hook counts failed');
        this.#putBack(organizationId, seen);
      }
    }
  }

  #putBack(organizationId: string, seen: HookObservations): void {
    const later = this.#seen.get(organizationId);
    this.#seen.set(organizationId, later ? mergeObservations(seen, later) : seen);
  }
}
