import { ApiError } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import { Leases, type LapseBounds } from '#leases';
import type { Tables } from '#store';
import { renewLeases, UPLOAD_LEASES } from './store/uploads.ts';

/** Leases of the uploads that this process receives. While it lives, other nodes do not treat them as aborted. */
export class UploadLeases {
  readonly #leases: Leases<string>;
  readonly #held = new Map<string, AbortController>();
  readonly job: PeriodicJob;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#leases = new Leases({
      clock,
      kind: UPLOAD_LEASES,
      renew: (ids, endsAtMs) => renewLeases(db, ids, endsAtMs),
      // This process was away for longer than the lease: another node has removed the row, and will remove the bytes.
      onLost: (id) => this.#held.get(id)?.abort(new ApiError('temporarily_unavailable')),
    });
    this.job = this.#leases.job('files.renew_uploads', () => [...this.#held.keys()]);
  }

  endsAtMs(): number {
    return this.#leases.claim().leaseEndsAtMs;
  }

  lapse(): LapseBounds | undefined {
    return this.#leases.lapse();
  }

  /** The signal is aborted when the lease is lost, with the error to refuse the rest of the upload with. */
  add(id: string): AbortSignal {
    const lost = new AbortController();
    this.#held.set(id, lost);
    return lost.signal;
  }

  delete(id: string): void {
    this.#held.delete(id);
  }
}
