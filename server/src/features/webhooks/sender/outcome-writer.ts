import type { Kysely } from 'kysely';
import { describeError, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { noteOutcomes, type DeliveryOutcome } from '../store/outcomes.ts';

export interface OutcomeWriterParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes the outcomes of deliveries. Outcomes that arrive during a write are written together in the next one. */
export class OutcomeWriter {
  readonly #parts: OutcomeWriterParts;
  #waiting: DeliveryOutcome[] = [];
  #writing: Promise<void> | undefined;

  constructor(parts: OutcomeWriterParts) {
    this.#parts = parts;
  }

  /** Resolves when the outcome was written. If that fails, the lease ends and the delivery is repeated. */
  async write(outcome: DeliveryOutcome): Promise<void> {
    this.#waiting.push(outcome);
    // The write under way does not include this outcome.
    await this.#writing;
    await (this.#writing ??= this.#writeWaiting());
  }

  async #writeWaiting(): Promise<void> {
    const { db, clock, log } = this.#parts;
    const outcomes = this.#waiting;
    this.#waiting = [];
    try {
      await noteOutcomes(db, outcomes, clock.nowMs());
    } catch (error) {
      log.warn(
        { deliveries: outcomes.length, error: describeError(error) },
        'recording webhook delivery outcomes failed; will redeliver',
      );
    } finally {
      this.#writing = undefined;
    }
  }
}
