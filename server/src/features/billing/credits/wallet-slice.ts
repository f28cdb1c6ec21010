import type { Clock } from '#kit';
import { StoreUnavailable } from '#store';

/** The balance after a call to the lender. */
export interface Standing {
  /** More is set aside in total than the balance holds, because requests cost more than was held for them. */
  readonly overdrawn: boolean;
}

/** The result of `borrow`. */
export interface Loan extends Standing {
  readonly covered: readonly boolean[];
  readonly nanos: number;
  /** More was lent than was asked for: the balance is far from empty. */
  readonly ample: boolean;
  /** Other nodes have set aside part of the balance. */
  readonly lentElsewhere: boolean;
}

/**
 * Lends a slice its money, which is part of the organization's balance, set aside for this run of the node.
 */
export interface WalletLender {
  /** How long money stays set aside without being renewed. */
  readonly holdMs: () => number;
  /**
   * Sets money aside for holds of these sizes, in order, as far as the balance and what the node has to spare
   * allow. `spareNanos` is negative when requests cost more than was set aside for them. Returns which holds
   * are covered, and how much was set aside in addition. That may exceed what they need, so that later holds
   * need not ask. Rejects with StoreUnavailable.
   */
  borrow(wanted: readonly number[], spareNanos: number): Promise<Loan>;
  /** Sets the amount set aside to exactly this much and renews it. Idempotent. */
  keep(nanos: number): Promise<Standing>;
}

/** How long a slice of an ample balance keeps its free money. */
const AMPLE_MS = 5000;

interface Waiting {
  readonly nanos: number;
  readonly resolve: (held: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The part of one organization's balance that this node may hold for requests (D-86). Its money is free, held
 * by a running request, or spent by a finished one whose record is not in the database yet. Only one call to
 * the lender is in flight at a time: if a loan and a return overtook each other, the two sides would disagree
 * on the amount.
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
  /**
   * Counts what may have changed the lender's side since the last call. The call is repeated until nothing
   * did.
   */
  #changes = 0;
  #reported = 0;
  /** Whether the balance was far from empty at the last loan. */
  #ample = false;
  /**
   * Money that becomes free first makes up for the overrun, and only the lender knows when it is covered.
   * Until then every hold asks the lender: using the money at hand would spend the overrun a second time.
   */
  #overdrawn = false;
  #lentElsewhere = false;
  #returnedAt: number;
  /** When the lender last replied. Expiry of what is set aside counts from then. */
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
      this.#reported === this.#changes &&
      this.#leasedNanos === 0 &&
      this.#heldNanos === 0 &&
      this.#unsettledNanos === 0
    );
  }

  /** Whether other nodes had set aside part of the balance when it last was too low. */
  get isLentElsewhere(): boolean {
    return this.#lentElsewhere;
  }

  /** Holds from the money at hand. False when that is too little. */
  tryHold(nanos: number): boolean {
    if (this.#asking || !this.#isAtHand(nanos) || this.#ranOut()) return false;
    this.#heldNanos += nanos;
    return true;
  }

  /**
   * Holds, borrowing what is missing. False when the balance is too low. Concurrent callers share one loan.
   */
  hold(nanos: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ nanos, resolve, reject });
      if (!this.#asking) void this.#work();
    });
  }

  /** Ends a request: releases its hold; its cost stays set aside until the database knows of it. */
  settle(heldNanos: number, costNanos: number): void {
    this.#heldNanos -= heldNanos;
    this.#unsettledNanos += costNanos;
  }

  /** Reverts a request's cost that will not be taken from the balance. */
  unsettle(costNanos: number): void {
    this.#unsettledNanos -= costNanos;
  }

  release(heldNanos: number): void {
    this.#heldNanos -= heldNanos;
  }

  /** The database has taken a cost from the balance and from what this node had set aside. */
  delivered(costNanos: number): void {
    this.#changes++;
    this.#unsettledNanos -= costNanos;
    this.#leasedNanos = Math.max(0, this.#leasedNanos - costNanos);
  }

  /**
   * Returns what is free and renews the rest. A slice of an ample balance keeps its free money for some
   * seconds: it would only be borrowed again, and it lets the node continue if the database becomes
   * unavailable. Rejects with StoreUnavailable.
   */
  returnFree({ always = false } = {}): Promise<void> {
    if (this.#leasedNanos === 0 && this.#reported === this.#changes) return Promise.resolve();
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
    // Other callers of this turn of the event loop share the statement.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#returning) {
      const asking = this.#waiting;
      this.#waiting = [];
      if (asking.length > 0) await this.#serve(asking);
      if (this.#returning) await this.#release();
    }
    this.#asking = false;
  }

  async #release(): Promise<void> {
    const { resolve, reject } = this.#returning!;
    this.#returning = undefined;
    await this.#keepNeeded().then(resolve, reject);
  }

  async #keepNeeded(): Promise<void> {
    const freeNanos = this.#ranOut() ? 0 : Math.max(0, this.freeNanos);
    this.#dropFree();
    const reported = this.#changes;
    try {
      this.#overdrawn = (await this.#lender.keep(this.#leasedNanos)).overdrawn;
    } catch (error) {
      // The return never reached the lender, so the money stays ours until it expires: nobody else is lent it
      // before then.
      if (error instanceof StoreUnavailable && error.notAsked) this.#leasedNanos += freeNanos;
      throw error;
    }
    this.#reported = reported;
    this.#returnedAt = this.#renewedAt = this.#clock.monotonicMs();
  }

  async #serve(asking: readonly Waiting[]): Promise<void> {
    if (this.#ranOut()) this.#dropFree();
    const left = asking.filter((request) => !this.#take(request));
    if (left.length === 0) return;
    try {
      // A hold that expired may already be gone at the lender. Lending next to it would lend the same money
      // twice.
      if (this.#leasedNanos > 0 && this.#ranOut()) await this.#keepNeeded();
      const wasKnown = this.#reported === this.#changes;
      const asked = ++this.#changes;
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
      // A loan of nothing has changed nothing: a wallet that is empty is asked once for each refusal.
      else if (wasKnown && this.#changes === asked) this.#reported = asked;
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

  /** Money not renewed for this long may have been lent to others. */
  #ranOut(): boolean {
    return this.#clock.monotonicMs() - this.#renewedAt > this.#lender.holdMs();
  }

  /**
   * Removes the free money before it is returned, so that nobody holds it meanwhile. What requests cost
   * beyond their holds stays counted here: the balance already owes it.
   */
  #dropFree(): void {
    this.#changes++;
    this.#leasedNanos = this.#heldNanos + this.#unsettledNanos;
  }
}
