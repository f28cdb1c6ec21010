import type { Kysely } from 'kysely';
import type { Clock } from '#kit';
import type { Tables } from './tables.ts';
import { makeUsageMonth, usageMonth } from './usage-months.ts';

/**
 * Keeps the tables of this month and the next there before a record asks for them. Only a convenience: a record whose
 * month is missing has it made.
 */
export class UsageMonthsAhead {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  #madeUntilMs = 0;

  constructor({ db, clock }: { db: Kysely<Tables>; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Costs nothing when they are there. Rejects when they cannot be made now. */
  async make(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const nextMs = usageMonth(nowMs, 1);
    if (this.#madeUntilMs === nextMs) return;
    for (const startsAtMs of [usageMonth(nowMs), nextMs]) await makeUsageMonth(this.#db, startsAtMs);
    this.#madeUntilMs = nextMs;
  }
}
