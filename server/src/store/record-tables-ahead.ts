import type { Kysely } from 'kysely';
import { DAY_MS, type Clock } from '#kit';
import { makeRequestWeek, requestWeek } from './request-weeks.ts';
import type { Tables } from './tables.ts';
import { makeUsageMonth, usageMonth } from './usage-months.ts';

/**
 * Creates the tables of this month and the next, and of this week and a day ahead, before records need them. Only an
 * optimization: a record whose table is missing creates it.
 */
export class RecordTablesAhead {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  #monthsMadeUntilMs = 0;
  #weekMadeMs = 0;

  constructor({ db, clock }: { db: Kysely<Tables>; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Costs nothing when the tables exist. Rejects when they cannot be created now. */
  async make(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    await this.#makeMonths(nowMs);
    await this.#makeWeeks(nowMs);
  }

  async #makeMonths(nowMs: number): Promise<void> {
    const nextMs = usageMonth(nowMs, 1);
    if (this.#monthsMadeUntilMs === nextMs) return;
    for (const startsAtMs of [usageMonth(nowMs), nextMs]) await makeUsageMonth(this.#db, startsAtMs);
    this.#monthsMadeUntilMs = nextMs;
  }

  async #makeWeeks(nowMs: number): Promise<void> {
    const aheadMs = requestWeek(nowMs + DAY_MS);
    if (this.#weekMadeMs === aheadMs) return;
    for (const startsAtMs of new Set([requestWeek(nowMs), aheadMs]))
      await makeRequestWeek(this.#db, startsAtMs);
    this.#weekMadeMs = aheadMs;
  }
}
