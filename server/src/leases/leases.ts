import type { Clock } from '#kit';
import type { LapseBounds, LeaseKind } from './lease-kind.ts';

/** Renewals that fail are repeated after this long: far more often than leases end. */
const CHECK_MS = 1000;
/** A lease that ends this much too late was made before the clock was set back. */
const MAX_AHEAD_MS = 5000;
/** This long after the test clock was moved, all nodes have renewed their leases. */
const SETTLING_MS = 3000;

export interface LeasesParts<Held> {
  readonly clock: LeaseClock;
  readonly kind: Omit<LeaseKind, 'table'>;
  /** Makes these leases end later. Resolves with those that this process still holds. */
  readonly renew: (held: readonly Held[], endsAtMs: number) => Promise<readonly Held[]>;
  /** Another node has it, or it was ended from elsewhere: what is done with it here no longer counts. */
  readonly onLost?: (held: Held) => void;
}

export type LeaseClock = Pick<Clock, 'nowMs' | 'monotonicMs' | 'offsetMs'>;

/** When a claim is made, and when its lease ends unless it is renewed. */
export interface LeaseTimes {
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
}

/** Of a lease that begins now. One that is never renewed needs no more than this. */
export function leaseTimes({ leaseMs }: Pick<LeaseKind, 'leaseMs'>, nowMs: number): LeaseTimes {
  return { nowMs, leaseEndsAtMs: nowMs + leaseMs };
}

/** A `PeriodicJob`, whose folder has leases of its own. */
interface RenewalJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/**
 * Leases on rows of one table. A process claims a row until a time, renews it while it works on it, and learns when it has lost it;
 * what a dead process held lapses, and others claim it. Statements are each table's own; when a lease ends, is renewed and has lapsed is
 * judged here for all of them.
 */
export class Leases<Held> {
  readonly #parts: LeasesParts<Held>;
  #renewedAtMs = -Infinity;
  #offsetMs: number;
  /** By the system clock. */
  #movedAt = -Infinity;

  constructor(parts: LeasesParts<Held>) {
    this.#parts = parts;
    this.#offsetMs = parts.clock.offsetMs();
  }

  claim(): LeaseTimes {
    return leaseTimes(this.#parts.kind, this.#parts.clock.nowMs());
  }

  /** To be listed before jobs that look for lapsed leases: after a move of the clock its own would look so. */
  job(name: string, held: () => readonly Held[]): RenewalJob {
    return { name, everyMs: CHECK_MS, run: () => this.renewDue(held()) };
  }

  /** Renews everything that this process holds, when it is time. Rejects when it fails: the next call tries again. */
  async renewDue(held: readonly Held[]): Promise<void> {
    const { clock, kind, renew, onLost } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#renewedAtMs < kind.renewMs) return;
    if (held.length > 0) {
      const kept = new Set(await renew(held, this.claim().leaseEndsAtMs));
      for (const one of held) if (!kept.has(one)) onLost?.(one);
    }
    this.#renewedAtMs = nowMs;
  }

  /** Undefined while other nodes may have yet to renew theirs: moved by the test clock, they do so one after the other. */
  lapse(): LapseBounds | undefined {
    const { clock, kind } = this.#parts;
    const offsetMs = clock.offsetMs();
    if (offsetMs !== this.#offsetMs) this.#movedAt = performance.now();
    this.#offsetMs = offsetMs;
    if (performance.now() - this.#movedAt <= SETTLING_MS) return undefined;
    const nowMs = clock.nowMs();
    return { nowMs, latestMs: kind.recoversAhead ? nowMs + kind.leaseMs + MAX_AHEAD_MS : undefined };
  }
}

/** The system clock. The test clock moves neither what it tells nor leases by it. */
export function machineClock(clock: Clock): LeaseClock {
  return {
    nowMs: () => clock.nowMs() - clock.offsetMs(),
    monotonicMs: () => performance.now(),
    offsetMs: () => 0,
  };
}
