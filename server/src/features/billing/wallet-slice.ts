export interface Loan {
  readonly covered: readonly boolean[];
  readonly nanos: number;
  /** More was lent than was asked for: the balance is far from empty. */
  readonly ample: boolean;
}

/** Where a slice gets its money: part of the organization's balance, set aside for this node. */
export interface WalletLender {
  /**
   * Sets money aside for holds of these sizes, in order, as far as the balance and what the node has to spare go.
   * Answers which of them are covered, and how much was set aside in addition, which may be more than they need: then
   * holds to come need not ask. Rejects with StoreUnavailable.
   */
  borrow(wanted: readonly number[], spareNanos: number): Promise<Loan>;
  /** Of all that was set aside, keeps this much, and keeps it from expiring. Repeating it changes nothing. */
  keep(nanos: number): Promise<void>;
}

/** How long a slice in use keeps what is free in it. */
const BUSY_MS = 5000;

interface Waiting {
  readonly nanos: number;
  readonly resolve: (held: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The part of one organization's balance that this node may hold requests against (D-86). Money in it is free, held by
 * a running request, or spent by a finished one whose record is not in the database yet.
 */
export class WalletSlice {
  readonly #lender: WalletLender;
  #leasedNanos = 0;
  #heldNanos = 0;
  #unsettledNanos = 0;
  #waiting: Waiting[] = [];
  #borrowing = false;
  /** A loan failed midway: more may be set aside than this node knows of. */
  #uncertain = false;
  /** Far from empty at the last loan, and held from since the last return. */
  #ample = false;
  #used = false;
  #returnedAt = 0;

  constructor(lender: WalletLender) {
    this.#lender = lender;
  }

  get freeNanos(): number {
    return this.#leasedNanos - this.#heldNanos - this.#unsettledNanos;
  }

  get idle(): boolean {
    return !this.#borrowing && !this.#uncertain && this.#heldNanos === 0 && this.#leasedNanos === 0 && this.#unsettledNanos === 0;
  }

  /** Holds from what is at hand. False when that is too little. */
  tryHold(nanos: number): boolean {
    if (this.#borrowing || this.freeNanos < nanos) return false;
    this.#heldNanos += nanos;
    this.#used = true;
    return true;
  }

  /** Holds, borrowing what is missing. False when the balance does not cover it. Those who ask together ask once. */
  hold(nanos: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ nanos, resolve, reject });
      if (!this.#borrowing) void this.#borrow();
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
    this.#unsettledNanos -= costNanos;
    this.#leasedNanos = Math.max(0, this.#leasedNanos - costNanos);
  }

  /**
   * Gives back what is free, and renews the rest. What is given back is gone at once, so that nobody holds it meanwhile. A
   * busy slice of an ample balance is left alone for some seconds: it would only be borrowed again.
   */
  async returnFree({ closing = false } = {}): Promise<void> {
    if (this.#borrowing || (this.#leasedNanos === 0 && !this.#uncertain)) return;
    const wanted = !closing && this.#ample && this.#used && performance.now() - this.#returnedAt < BUSY_MS;
    this.#used = false;
    if (wanted) return;
    this.#returnedAt = performance.now();
    this.#leasedNanos -= Math.max(0, this.freeNanos);
    this.#uncertain = true;
    await this.#lender.keep(this.#leasedNanos);
    this.#uncertain = false;
  }

  async #borrow(): Promise<void> {
    this.#borrowing = true;
    // Whoever else asks in this turn of the event loop is in the same statement.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const asking = this.#waiting;
      this.#waiting = [];
      await this.#serve(asking);
    }
    this.#borrowing = false;
  }

  async #serve(asking: readonly Waiting[]): Promise<void> {
    const left = asking.filter((request) => !this.#take(request));
    if (left.length === 0) return;
    try {
      const wanted = left.map(({ nanos }) => nanos);
      const { covered, nanos, ample } = await this.#lender.borrow(wanted, Math.max(0, this.freeNanos));
      this.#leasedNanos += nanos;
      this.#ample = ample;
      for (const [index, request] of left.entries()) {
        if (covered[index]) this.#heldNanos += request.nanos;
        request.resolve(covered[index] === true);
      }
    } catch (error) {
      this.#uncertain = true;
      for (const request of left) request.reject(error);
    }
  }

  #take({ nanos, resolve }: Waiting): boolean {
    if (this.freeNanos < nanos) return false;
    this.#heldNanos += nanos;
    resolve(true);
    return true;
  }
}
