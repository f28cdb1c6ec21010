import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { renewLeases } from './store/uploads.ts';

const EVERY_MS = 20_000;
const LEASE_MS = 90_000;

/** Leases of the uploads that this process receives. While it lives, other nodes do not treat them as aborted. */
export class UploadLeases {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #ids = new Set<string>();

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  readonly job: PeriodicJob = {
    name: 'files.renew_uploads',
    everyMs: EVERY_MS,
    run: async () => {
      if (this.#ids.size > 0) await renewLeases(this.#db, [...this.#ids], this.endsAtMs());
    },
  };

  endsAtMs(): number {
    return this.#clock.nowMs() + LEASE_MS;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }
}
