/** How finely moments are told apart. An amount leaves the window up to this much late, never early. */
const TICK_MS = 250;

/**
 * Amounts counted within a sliding window, to be held against a limit. Amounts of one tick share an entry, so that the
 * memory is bounded by the window's length whatever is counted. Single moments, as `SlidingLog` keeps them, would cost
 * eight bytes per request at limits of many thousands.
 */
export class SlidingSum {
  readonly #windowMs: number;
  /** Oldest first. An entry counts until a whole window after its tick ended. */
  readonly #entries: { endsMs: number; amount: number }[] = [];
  #total = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** What lies within the window. */
  total(nowMs: number): number {
    while (this.#entries.length > 0 && this.#entries[0]!.endsMs + this.#windowMs <= nowMs)
      this.#total -= this.#entries.shift()!.amount;
    return this.#total;
  }

  /** True when nothing is remembered any more. */
  idle(nowMs: number): boolean {
    this.total(nowMs);
    return this.#entries.length === 0;
  }

  /** Returns the tick in which it is counted. */
  add(nowMs: number, amount: number): number {
    const endsMs = (Math.floor(nowMs / TICK_MS) + 1) * TICK_MS;
    if (amount === 0) return endsMs;
    const last = this.#entries.at(-1);
    if (last?.endsMs === endsMs) last.amount += amount;
    else this.#entries.push({ endsMs, amount });
    this.#total += amount;
    return endsMs;
  }

  /** Takes off some of what was added in this tick, if that still counts. */
  subtract(tick: number, amount: number): void {
    const entry = this.#entries.findLast(({ endsMs }) => endsMs === tick);
    if (!entry) return;
    entry.amount -= amount;
    this.#total -= amount;
  }

  /** Milliseconds until `amount` more fits under `limit`; 0: it fits now. More than the limit never fits: a whole window. */
  waitMs(nowMs: number, amount: number, limit: number): number {
    let excess = this.total(nowMs) + amount - limit;
    if (excess <= 0) return 0;
    for (const entry of this.#entries) {
      excess -= entry.amount;
      if (excess <= 0) return entry.endsMs + this.#windowMs - nowMs;
    }
    return this.#windowMs;
  }
}
