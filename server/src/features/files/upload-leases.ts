import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import { Leases } from '#leases';
import type { Tables } from '#store';
import { renewLeases } from './store/uploads.ts';

const RENEW_MS = 20_000;
const LEASE_MS = 90_000;

/** Leases of the uploads that this process receives. While it lives, other nodes do not treat them as aborted. */
export class UploadLeases {
  readonly #leases: Leases<string>;
  readonly #ids = new Set<string>();
  readonly job: PeriodicJob;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#leases = new Leases({
      clock,
      leaseMs: LEASE_MS,
      renewMs: RENEW_MS,
      renew: (ids, endsAtMs) => renewLeases(db, ids, endsAtMs),
    });
    this.job = this.#leases.job('files.renew_uploads', () => [...this.#ids]);
  }

  endsAtMs(): number {
    return this.#leases.claim().leaseEndsAtMs;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }
}
