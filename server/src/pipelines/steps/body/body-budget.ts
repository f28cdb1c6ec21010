import { ApiError, type LimitValues } from '@svc/contract';
import type { BodyShare } from '#exchange';
import { HeldBytes, networkOf } from '#kit';

/** The minimum for a body of which a few bytes arrived: its connection and its request take memory too. */
const MIN_BYTES = 16_384;

/** The tenant whose bodies are counted together. */
interface Holder {
  readonly key: string;
  readonly limit: 'bodies_in_progress_per_network_bytes' | 'bodies_in_progress_per_organization_bytes';
  readonly from: string;
}

/**
 * Limits the memory of bodies being read on this process: in total, per network and per organization. Counts
 * only bodies that do not arrive in one chunk, so that small calls continue while others fill it.
 */
export class BodyBudget {
  readonly #limits: () => LimitValues;
  readonly #held = new HeldBytes();

  constructor(limits: () => LimitValues) {
    this.#limits = limits;
  }

  /** Memory currently held by bodies. */
  get bytes(): number {
    return this.#held.total;
  }

  /** The share of one body, initially empty. It refuses with 503 `temporarily_unavailable`. */
  open(address: string, organizationId: string | undefined): BodyShare {
    const holders = holdersOf(address, organizationId);
    const keys = holders.map(({ key }) => key);
    let held = 0;
    return {
      hold: (bytes) => {
        const more = Math.max(bytes, MIN_BYTES) - held;
        if (more === 0) return;
        this.#require(holders, more);
        this.#held.add(keys, more);
        held += more;
      },
      close: () => {
        this.#held.add(keys, -held);
        held = 0;
      },
    };
  }

  #require(holders: readonly Holder[], more: number): void {
    const limits = this.#limits();
    for (const { key, limit, from } of holders) {
      if (this.#held.of(key) + more > limits[limit])
        throw new ApiError('temporarily_unavailable', { message: tooMany(from) });
    }
    if (this.#held.total + more > limits.bodies_in_progress_bytes)
      throw new ApiError('temporarily_unavailable');
  }
}

function holdersOf(address: string, organizationId: string | undefined): Holder[] {
  const holders: Holder[] = [
    { key: networkOf(address), limit: 'bodies_in_progress_per_network_bytes', from: 'your address' },
  ];
  if (organizationId !== undefined)
    holders.push({
      key: organizationId,
      limit: 'bodies_in_progress_per_organization_bytes',
      from: 'your organization',
    });
  return holders;
}

function tooMany(from: string): string {
  return `Too many request bodies are in progress from ${from}. Wait the seconds given in Retry-After and send the request again.`;
}
