/** What can be in one set at a time. Only the set writes it. */
export interface Sweepable {
  sweepIndex: number;
}

/**
 * Things in progress, to be swept now and then. An array that fills gaps from its end, not a Set: a Set that is added to
 * and deleted from all the time keeps leaving old tables behind, each with everything that was in progress at that
 * moment, and the collector carried most of what requests had allocated into the old generation.
 */
export class SweepSet<T extends Sweepable> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  add(item: T): void {
    item.sweepIndex = this.#items.length;
    this.#items.push(item);
  }

  /** Does nothing for an item that is not in the set. */
  delete(item: T): void {
    if (this.#items[item.sweepIndex] !== item) return;
    const last = this.#items.pop()!;
    if (last === item) return;
    last.sweepIndex = item.sweepIndex;
    this.#items[item.sweepIndex] = last;
  }

  /** Visits each item once. Items may be deleted meanwhile, the visited one included. */
  forEach(visit: (item: T) => void): void {
    for (let i = this.#items.length - 1; i >= 0; i--) {
      const item = this.#items[i];
      if (item) visit(item);
    }
  }
}
