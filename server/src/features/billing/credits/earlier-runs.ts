import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { StoreUnavailable, type Tables, type UsageJournal } from '#store';
import { dropLeasesOfEarlierRuns } from '../store/leases.ts';

interface EarlierRunsParts {
  readonly db: Kysely<Tables>;
  readonly journal: Pick<UsageJournal, 'replayed' | 'replay'>;
  readonly nodeId: string;
  readonly runId: string;
}

/** How long an account that was never loaded waits for the records of an earlier run, which may affect it. */
const REPLAY_LIMIT_MS = 3000;

/** What earlier runs of this node left: charges in the journal, and leases that nobody else would return. */
export class EarlierRuns {
  readonly #parts: EarlierRunsParts;
  #dropped: Promise<void> | undefined;

  constructor(parts: EarlierRunsParts) {
    this.#parts = parts;
  }

  /**
   * Waits until their charges are in the database, without which a balance would be too high, and then deletes
   * their leases. Rejects with `StoreUnavailable` when that takes too long.
   */
  async settled(): Promise<void> {
    await this.#replayed();
    await this.#dropLeases();
  }

  async #replayed(): Promise<void> {
    const { journal } = this.#parts;
    if (journal.replayed) return;
    const tooLong = delay(REPLAY_LIMIT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new StoreUnavailable('timed_out')),
    );
    await Promise.race([journal.replay(), tooLong]);
  }

  #dropLeases(): Promise<void> {
    const { db, nodeId, runId } = this.#parts;
    this.#dropped ??= dropLeasesOfEarlierRuns(db, nodeId, runId).catch((error: unknown) => {
      this.#dropped = undefined;
      throw error;
    });
    return this.#dropped;
  }
}
