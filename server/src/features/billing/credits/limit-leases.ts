import type { Clock } from '#kit';
import type { LeasedPart, LeasedParts } from '../store/limit-leases.ts';

/** What a request wants to set aside of limits that several nodes share. Asked again whenever figures were read anew. */
export interface LimitClaim<R> {
  /** The limits that concern it. */
  readonly counters: () => readonly string[];
  /** The most it can take of each of them. */
  readonly amount: number;
  /** What the figures just read leave of a limit beside what this node's running requests hold. */
  readonly left: (counter: string) => number;
  /** Whether it is admitted although there is not room for all of it, by what is left beside other nodes' leases. */
  readonly passes: (leftBesideOthers: (counter: string) => number) => boolean;
  /** Admits it: from here on `held` of its counters has `amount` in it. */
  readonly reserve: () => R;
  /** Undoes `reserve`: the database did not take note of it. */
  undo(reserved: R): void;
}

/** `recall`: other nodes may have to spare what it needs. */
export type ClaimOutcome<R> = { readonly reserved: R } | 'refused' | 'recall';

/** Reads an organization's figures again and replaces this node's leases of its limits, one node at a time. */
export interface LimitLender {
  readonly holdMs: () => number;
  /** The database does not answer: asking would only cost time. */
  readonly away: () => boolean;
  /** `decide` runs with the new figures, and gets what other nodes have leased. Rejects with StoreUnavailable. */
  replace(decide: (others: LeasedParts) => LeasedParts): Promise<void>;
  /** What running requests of this node hold. */
  held(counter: string): number;
  /** What this node's requests took that the figures of the database do not have yet. */
  undelivered(counter: string): number;
}

/** Part of what a limit leaves that a node gets beyond what it asked for: what a node that dies has of it is out of reach until its lease ends. */
const SHARE = 8;
/** A spare part smaller than this many of the requests that ask would only travel between the nodes. */
const WORTHWHILE = 2;
/** What nobody used for so long is given back. */
const KEEP_MS = 10_000;
/** Nodes that have been asked so often and still admit from what they leased do not hear. */
const MOST_RECALLS = 3;

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
 * The parts of one organization's limits that this node may use without asking (LIMIT-22, D-87). The figures of the database and
 * all nodes' leases together never pass a limit, so far from it every node admits requests from memory. Near it the node asks,
 * under a lock of the organization, and what other nodes have to spare is called back before anybody is refused. A request that
 * passes a limit, as one may, is admitted while no lease of that limit is usable: nobody learns too late that it is reached.
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
  /** Rises when what was leased says nothing any more, also by an answer that is on its way. */
  #distrusted = 0;

  constructor(lender: LimitLender, clock: Pick<Clock, 'monotonicMs'>) {
    this.#lender = lender;
    this.#clock = clock;
  }

  get idle(): boolean {
    return !this.#asking && this.#leases.size === 0;
  }

  get away(): boolean {
    return this.#lender.away();
  }

  /** Whether this node may admit a request of this size without asking. */
  covers(counters: readonly string[], amount: number): boolean {
    if (counters.length === 0) return true;
    this.#usedAt = this.#clock.monotonicMs();
    if (this.#asking) return false;
    return counters.every((counter) => this.#isUsable(counter) && this.#free(counter) >= amount);
  }

  /** Requests that ask together are decided together, in order. Rejects with StoreUnavailable. */
  claim<R>(claim: LimitClaim<R>, { recalls }: { readonly recalls: number }): Promise<ClaimOutcome<R>> {
    this.#usedAt = this.#clock.monotonicMs();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ claim, recalls, resolve: resolve as Waiting['resolve'], reject });
      if (!this.#asking) void this.#work();
    });
  }

  /** A request took this much. */
  spend(counters: readonly string[], amount: number): void {
    for (const counter of counters) {
      const lease = this.#leases.get(counter);
      if (lease) lease.spent += amount;
    }
  }

  /** The limits changed: leases of the old ones say nothing. */
  distrust(): void {
    this.#distrusted++;
    this.#askedAt = -Infinity;
  }

  /** Gives back what running requests do not need: what was not used for long, or `always`. Rejects with StoreUnavailable. */
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
    // Whoever else asks in this turn of the event loop is decided by the same figures.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#returning) {
      const returning = this.#returning;
      this.#returning = undefined;
      const tell = await this.#ask(this.#waiting.splice(0), returning);
      this.#asking = this.#waiting.length > 0 || this.#returning !== undefined;
      tell();
    }
  }

  /** What is to be given back is not lent again in the same moment. Answers what tells everybody; never rejects. */
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

  /** What is needed, and a spare part for those who may ask next. */
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

  /** Other nodes no longer count what was leased too long ago. */
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
  // The first recall also brings back what ended calls no longer hold.
  if (recalls === 0 ? inTheWay.length > 0 : recalls < MOST_RECALLS && inTheWay.some(({ usable }) => usable))
    return 'recall';
  return claim.passes(leftBesideOthers) ? { reserved: claim.reserve() } : 'refused';
}

/** What is left of the limits of these claims beside everything that is leased or held. Below zero where a request passed one. */
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
