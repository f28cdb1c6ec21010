import type { Kysely } from 'kysely';
import type { Clock } from '#kit';
import type { Tables } from './tables.ts';
import { makeUsageMonth, usageMonth } from './usage-months.ts';

/**
 * Creates the tables of this month and the next before records need them. Only an optimization: a record
 * whose month has no table creates it.
 */
export class UsageMonthsAhead {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  #madeUntilMs = 0;

  constructor({ db, clock }: { db: Kysely<Tables>; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Costs nothing when the tables exist. Rejects when they cannot be created now. */
  async make(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const nextMs = usageMonth(nowMs, 1);
    if (this.#madeUntilMs === nextMs) return;
    for (const startsAtMs of [usageMonth(nowMs), nextMs]) await makeUsageMonth(this.#db, startsAtMs);
    this.#madeUntilMs = nextMs;
  }
}
