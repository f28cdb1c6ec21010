import type { Kysely } from 'kysely';
import { describeError, type Clock, type Log } from '#kit';
import type { Tables } from './tables.ts';
import { makeUsageMonth, usageMonth } from './usage-months.ts';

const INTERVAL_MS = 3_600_000;

/**
 * Keeps the tables of this month and the next there before a record asks for them. Only a convenience: a record whose
 * month is missing has it made.
 */
export class UsageMonthsAhead {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #madeUntilMs = 0;
  #making: Promise<void> | undefined;

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => void this.make(), INTERVAL_MS).unref();
    // One that is under way may have begun before the time was moved.
    this.#stopListening = clock.onAdvance(async () => {
      await this.#making;
      await this.make();
    });
  }

  /** Never rejects: what cannot be made now is made by the next look, or when it is needed. */
  make(): Promise<void> {
    return (this.#making ??= this.#make().finally(() => (this.#making = undefined)));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#making;
  }

  async #make(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const nextMs = usageMonth(nowMs, 1);
    if (this.#madeUntilMs === nextMs) return;
    try {
      for (const startsAtMs of [usageMonth(nowMs), nextMs]) await makeUsageMonth(this.#db, startsAtMs);
      this.#madeUntilMs = nextMs;
    } catch (error) {
      this.#log.warn({ error: describeError(error) }, 'the table of a month of usage could not be made; it is tried again');
    }
  }
}
