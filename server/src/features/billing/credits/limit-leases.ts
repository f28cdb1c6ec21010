import type { Clock } from '#kit';
import type { LeasedPart, LeasedParts } from '../store/limit-leases.ts';

/**
 * What a request wants to reserve of limits that several nodes share. Evaluated again whenever figures are
 * reloaded.
 */
export interface LimitClaim<R> {
  /** The limits that apply to it. */
  readonly counters: () => readonly string[];
  /** The most it can take from each of them. */
  readonly amount: number;
  /** What the loaded figures leave of a limit after this node's holds. */
  readonly left: (counter: string) => number;
  /**
   * Whether to admit the request although there is not room for all of it, given what other nodes' leases
   * leave.
   */
  readonly passes: (leftBesideOthers: (counter: string) => number) => boolean;
  /** Admits the request: from now on `held` includes `amount` for its counters. */
  readonly reserve: () => R;
  /** Undoes `reserve`, because the database did not record it. */
  undo(reserved: R): void;
}

/** `recall`: other nodes may have enough to spare. */
export type ClaimOutcome<R> = { readonly reserved: R } | 'refused' | 'recall';

/** Reloads an organization's figures and replaces this node's leases of its limits, one node at a time. */
export interface LimitLender {
  readonly holdMs: () => number;
  /** The database is not answering, so asking it would only cost time. */
  readonly unavailable: () => boolean;
  /** Calls `decide` with the new figures and the other nodes' leases. Rejects with StoreUnavailable. */
  replace(decide: (others: LeasedParts) => LeasedParts): Promise<void>;
  /** What this node's running requests hold. */
  held(counter: string): number;
  /** What this node's requests took that the database's figures do not include yet. */
  undelivered(counter: string): number;
}

/**
 * A node gets an extra 1/SHARE of what a limit leaves. If the node dies, that part is unavailable until its
 * lease expires.
 */
const SHARE = 8;
/**
 * A spare part smaller than this many of the waiting requests would only move back and forth between nodes.
 */
const WORTHWHILE = 2;
/** What is unused for this long is returned. */
const KEEP_MS = 10_000;
/** A node that still admits from its leases after this many recalls does not receive them. */
const MAX_RECALLS = 3;

interface Lease extends LeasedPart {
  /** Taken since `leased` was set, delivered or not. */
  spent: number;
}

interface Waiting {
  readonly claim: LimitClaim<unknown>;
  readonly recalls: number;
  readonly resolve: (outcome: ClaimOutcome<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The parts of one organization's limits that this node may use without asking the database (LIMIT-22, D-87).
 * The database's figures plus all leases never exceed a limit, so far from the limit every node admits
 * requests from memory. Near it the node asks under a lock on the organization, and recalls what other nodes
 * have to spare before it refuses anybody. A request may pass a limit, but only while no lease of that limit
 * is usable, so every node learns in time that the limit is reached.
 */
export class LimitLeases {
  readonly #lender: LimitLender;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #leases = new Map<string, Lease>();
  #waiting: Waiting[] = [];
  #returning: PromiseWithResolvers<void> | undefined;
  #asking = false;
  #usedAt = -Infinity;
  #askedAt = -Infinity;
  /** Incremented when leases become invalid, including those of a reply that is still on its way. */
  #distrusted = 0;

  constructor(lender: LimitLender, clock: Pick<Clock, 'monotonicMs'>) {
    this.#lender = lender;
    this.#clock = clock;
  }

  get idle(): boolean {
    return !this.#asking && this.#leases.size === 0;
  }

  get unavailable(): boolean {
    return this.#lender.unavailable();
  }

  /** Whether this node may admit a request of this size without asking. */
  covers(counters: readonly string[], amount: number): boolean {
    if (counters.length === 0) return true;
    this.#usedAt = this.#clock.monotonicMs();
    if (this.#asking) return false;
    return counters.every((counter) => this.#isUsable(counter) && this.#free(counter) >= amount);
  }

  /** Decides concurrent requests together, in order. Rejects with StoreUnavailable. */
  claim<R>(claim: LimitClaim<R>, { recalls }: { readonly recalls: number }): Promise<ClaimOutcome<R>> {
    this.#usedAt = this.#clock.monotonicMs();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ claim, recalls, resolve: resolve as Waiting['resolve'], reject });
      if (!this.#asking) void this.#work();
    });
  }

  /** Records what a request took. */
  spend(counters: readonly string[], amount: number): void {
    for (const counter of counters) {
      const lease = this.#leases.get(counter);
      if (lease) lease.spent += amount;
    }
  }

  /** Invalidates all leases after the limits changed. */
  distrust(): void {
    this.#distrusted++;
    this.#askedAt = -Infinity;
  }

  /**
   * Returns what running requests do not need: after long disuse, or now with `always`. Rejects with
   * StoreUnavailable.
   */
  returnFree({ always = false } = {}): Promise<void> {
    if (this.#leases.size === 0 && !this.#asking) return Promise.resolve();
    const now = this.#clock.monotonicMs();
    const isDue = now - this.#usedAt > KEEP_MS || now - this.#askedAt > this.#lender.holdMs() / 2;
    if (!always && !isDue) return Promise.resolve();
    this.#returning ??= Promise.withResolvers<void>();
    const { promise } = this.#returning;
    if (!this.#asking) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#asking = true;
    // Other requests of this turn of the event loop are decided by the same figures.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#returning) {
      const returning = this.#returning;
      this.#returning = undefined;
      const notify = await this.#ask(this.#waiting.splice(0), returning);
      this.#asking = this.#waiting.length > 0 || this.#returning !== undefined;
      notify();
    }
  }

  /** Does not lend again what is being returned. The result reports to every caller; never rejects. */
  async #ask(
    waiting: readonly Waiting[],
    returning: PromiseWithResolvers<void> | undefined,
  ): Promise<() => void> {
    const askedAt = this.#clock.monotonicMs();
    const distrusted = this.#distrusted;
    let outcomes: ClaimOutcome<unknown>[] = [];
    try {
      await this.#lender.replace((others) => {
        outcomes = waiting.map(({ claim, recalls }) => decideClaim(claim, recalls, others));
        return this.#lease(waiting, others, { generous: !returning });
      });
    } catch (error) {
      this.distrust();
      for (const [index, { claim }] of waiting.entries()) {
        const outcome = outcomes[index];
        if (typeof outcome === 'object') claim.undo(outcome.reserved);
      }
      return () => {
        for (const { reject } of [...waiting, ...(returning ? [returning] : [])]) reject(error);
      };
    }
    if (distrusted === this.#distrusted) this.#askedAt = askedAt;
    return () => {
      for (const [index, { resolve }] of waiting.entries()) resolve(outcomes[index]!);
      returning?.resolve();
    };
  }

  /** Leases what is needed plus a spare part for later requests. */
  #lease(
    waiting: readonly Waiting[],
    others: LeasedParts,
    { generous }: { readonly generous: boolean },
  ): LeasedParts {
    const left = leftOf(waiting, others);
    const counters = new Set([...this.#leases.keys(), ...left.keys()]);
    const spare = generous ? spareParts(waiting, left) : new Map<string, number>();
    const leases = new Map<string, Lease>();
    for (const counter of counters) {
      const spent = this.#lender.undelivered(counter);
      const leased = this.#lender.held(counter) + spent + (spare.get(counter) ?? 0);
      const usable = generous && (left.has(counter) ? left.get(counter)! >= 0 : this.#isUsable(counter));
      if (leased > 0) leases.set(counter, { leased, usable, spent });
    }
    this.#leases = leases;
    return new Map([...leases].map(([counter, { leased, usable }]) => [counter, { leased, usable }]));
  }

  #free(counter: string): number {
    const lease = this.#leases.get(counter);
    return lease ? lease.leased - lease.spent - this.#lender.held(counter) : 0;
  }

  /** Other nodes stop counting a lease that is too old. */
  #isUsable(counter: string): boolean {
    const ranOut = this.#clock.monotonicMs() - this.#askedAt > this.#lender.holdMs();
    return !ranOut && this.#leases.get(counter)?.usable === true;
  }
}

function decideClaim<R>(claim: LimitClaim<R>, recalls: number, others: LeasedParts): ClaimOutcome<R> {
  const leftBesideOthers = (counter: string): number =>
    claim.left(counter) - (others.get(counter)?.leased ?? 0);
  const short = claim.counters().filter((counter) => leftBesideOthers(counter) < claim.amount);
  if (short.length === 0) return { reserved: claim.reserve() };
  const inTheWay = short.flatMap((counter) => others.get(counter) ?? []);
  // The first recall also recovers what ended calls no longer hold.
  if (recalls === 0 ? inTheWay.length > 0 : recalls < MAX_RECALLS && inTheWay.some(({ usable }) => usable))
    return 'recall';
  return claim.passes(leftBesideOthers) ? { reserved: claim.reserve() } : 'refused';
}

/**
 * What remains of these claims' limits after all leases and holds. Negative after a request passed a limit.
 */
function leftOf(waiting: readonly Waiting[], others: LeasedParts): Map<string, number> {
  const left = new Map<string, number>();
  for (const { claim } of waiting) {
    for (const counter of claim.counters())
      left.set(counter, claim.left(counter) - (others.get(counter)?.leased ?? 0));
  }
  return left;
}

function spareParts(waiting: readonly Waiting[], left: ReadonlyMap<string, number>): Map<string, number> {
  const largest = Math.max(0, ...waiting.map(({ claim }) => claim.amount));
  const parts = [...left].map(([counter, amount]) => [counter, Math.floor(amount / SHARE)] as const);
  return new Map(parts.filter(([, part]) => part >= WORTHWHILE * largest));
}
