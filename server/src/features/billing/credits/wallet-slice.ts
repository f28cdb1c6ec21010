import type { Clock } from '#kit';
import { StoreUnavailable } from '#store';

/** How the balance stands after the lender was told or asked something. */
export interface Standing {
  /** More is set aside in all than the balance has: requests cost more than was held for them. */
  readonly overdrawn: boolean;
}

/** What `borrow` answers. */
export interface Loan extends Standing {
  readonly covered: readonly boolean[];
  readonly nanos: number;
  /** More was lent than was asked for: the balance is far from empty. */
  readonly ample: boolean;
  /** Other nodes have part of the balance set aside. */
  readonly lentElsewhere: boolean;
}

/** Where a slice gets its money: part of the organization's balance, set aside for this run of the node. */
export interface WalletLender {
  /** How long what was set aside stays so without being kept. */
  readonly holdMs: () => number;
  /**
   * Sets money aside for holds of these sizes, in order, as far as the balance and what the node has to spare go, which
   * is below zero when requests cost more than was set aside for them. Answers which of them are covered, and how much was
   * set aside in addition, which may be more than they need: then holds to come need not ask. Rejects with StoreUnavailable.
   */
  borrow(wanted: readonly number[], spareNanos: number): Promise<Loan>;
  /** Makes what is set aside exactly this much, and keeps it from expiring. Repeating it changes nothing. */
  keep(nanos: number): Promise<Standing>;
}

/** How long a slice of an ample balance keeps what is free in it. */
const AMPLE_MS = 5000;

interface Waiting {
  readonly nanos: number;
  readonly resolve: (held: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The part of one organization's balance that this node may hold requests against (D-86). Money in it is free, held by
 * a running request, or spent by a finished one whose record is not in the database yet. One question at a time is on its
 * way to the lender: a loan and a return that overtook each other would leave the two sides with different amounts.
 */
export class WalletSlice {
  readonly #lender: WalletLender;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #leasedNanos = 0;
  #heldNanos = 0;
  #unsettledNanos = 0;
  #waiting: Waiting[] = [];
  #asking = false;
  #returning:
    | {
        readonly promise: Promise<void>;
        readonly resolve: () => void;
        readonly reject: (error: unknown) => void;
      }
    | undefined;
  /** Counts what may have changed the lender's side since it was last told: it is told again until nothing did. */
  #changes = 0;
  #told = 0;
  /** Far from empty at the last loan. */
  #ample = false;
  /**
   * What becomes free makes up for that first, and only the lender can tell when it has: until then every hold is asked for.
   * Lending what is at hand meanwhile would spend the overrun a second time.
   */
  #overdrawn = false;
  #lentElsewhere = false;
  #returnedAt: number;
  /** When the lender last answered: from then on what is set aside runs out. */
  #renewedAt: number;

  constructor(lender: WalletLender, clock: Pick<Clock, 'monotonicMs'>) {
    this.#lender = lender;
    this.#clock = clock;
    this.#returnedAt = this.#renewedAt = clock.monotonicMs();
  }

  get freeNanos(): number {
    return this.#leasedNanos - this.#heldNanos - this.#unsettledNanos;
  }

  get idle(): boolean {
    return (
      !this.#asking &&
      this.#told === this.#changes &&
      this.#leasedNanos === 0 &&
      this.#heldNanos === 0 &&
      this.#unsettledNanos === 0
    );
  }

  /** When the balance last covered too little, other nodes had part of it set aside. */
  get isLentElsewhere(): boolean {
    return this.#lentElsewhere;
  }

  /** Holds from what is at hand. False when that is too little. */
  tryHold(nanos: number): boolean {
    if (this.#asking || !this.#isAtHand(nanos) || this.#ranOut()) return false;
    this.#heldNanos += nanos;
    return true;
  }

  /** Holds, borrowing what is missing. False when the balance does not cover it. Those who ask together ask once. */
  hold(nanos: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ nanos, resolve, reject });
      if (!this.#asking) void this.#work();
    });
  }

  /** A request is over: its hold goes, and what it cost stays set aside until the database knows of it. */
  settle(heldNanos: number, costNanos: number): void {
    this.#heldNanos -= heldNanos;
    this.#unsettledNanos += costNanos;
  }

  release(heldNanos: number): void {
    this.#heldNanos -= heldNanos;
  }

  /** The database has taken a cost from the balance, and from what this node had set aside. */
  delivered(costNanos: number): void {
    this.#changes++;
    this.#unsettledNanos -= costNanos;
    this.#leasedNanos = Math.max(0, this.#leasedNanos - costNanos);
  }

  /**
   * Gives back what is free, and renews the rest. A slice of an ample balance is left alone for some seconds: it would only be
   * borrowed again, and it is what the node goes on with if the database goes away. Rejects with StoreUnavailable.
   */
  returnFree({ always = false } = {}): Promise<void> {
    if (this.#leasedNanos === 0 && this.#told === this.#changes) return Promise.resolve();
    const keptForMs = Math.min(AMPLE_MS, this.#lender.holdMs() / 2);
    if (!always && this.#ample && this.#clock.monotonicMs() - this.#returnedAt < keptForMs)
      return Promise.resolve();
    this.#returning ??= Promise.withResolvers<void>();
    const { promise } = this.#returning;
    if (!this.#asking) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#asking = true;
    // Whoever else asks in this turn of the event loop is in the same statement.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#returning) {
      const asking = this.#waiting;
      this.#waiting = [];
      if (asking.length > 0) await this.#serve(asking);
      if (this.#returning) await this.#giveBack();
    }
    this.#asking = false;
  }

  async #giveBack(): Promise<void> {
    const { resolve, reject } = this.#returning!;
    this.#returning = undefined;
    await this.#keepNeeded().then(resolve, reject);
  }

  async #keepNeeded(): Promise<void> {
    const freeNanos = this.#ranOut() ? 0 : Math.max(0, this.freeNanos);
    this.#dropFree();
    const told = this.#changes;
    try {
      this.#overdrawn = (await this.#lender.keep(this.#leasedNanos)).overdrawn;
    } catch (error) {
      // Nobody heard that it was given back, so nobody is lent it before it runs out: until then it is still ours.
      if (error instanceof StoreUnavailable && error.notAsked) this.#leasedNanos += freeNanos;
      throw error;
    }
    this.#told = told;
    this.#returnedAt = this.#renewedAt = this.#clock.monotonicMs();
  }

  async #serve(asking: readonly Waiting[]): Promise<void> {
    if (this.#ranOut()) this.#dropFree();
    const left = asking.filter((request) => !this.#take(request));
    if (left.length === 0) return;
    try {
      // What is held and ran out may be gone at the lender: lending beside it would lend it twice.
      if (this.#leasedNanos > 0 && this.#ranOut()) await this.#keepNeeded();
      this.#changes++;
      const wanted = left.map(({ nanos }) => nanos);
      const { covered, nanos, ample, overdrawn, lentElsewhere } = await this.#lender.borrow(
        wanted,
        this.freeNanos,
      );
      this.#leasedNanos += nanos;
      this.#ample = ample;
      this.#overdrawn = overdrawn;
      this.#lentElsewhere = lentElsewhere;
      if (nanos > 0) this.#renewedAt = this.#clock.monotonicMs();
      for (const [index, request] of left.entries()) {
        if (covered[index]) this.#heldNanos += request.nanos;
        request.resolve(covered[index] === true);
      }
    } catch (error) {
      for (const request of left) request.reject(error);
    }
  }

  #take({ nanos, resolve }: Waiting): boolean {
    if (!this.#isAtHand(nanos)) return false;
    this.#heldNanos += nanos;
    resolve(true);
    return true;
  }

  #isAtHand(nanos: number): boolean {
    return !this.#overdrawn && this.freeNanos >= nanos;
  }

  /** What the lender has not heard of for so long may be lent to others by now. */
  #ranOut(): boolean {
    return this.#clock.monotonicMs() - this.#renewedAt > this.#lender.holdMs();
  }

  /**
   * What is free is no longer ours from here on, so that nobody holds it while it is being given back. What requests cost
   * beyond their holds is ours: the balance owes it already.
   */
  #dropFree(): void {
    this.#changes++;
    this.#leasedNanos = this.#heldNanos + this.#unsettledNanos;
  }
}
