/** An honest check takes a millisecond or two. */
const LONG_MS = 50;
const REMEMBERED_MS = 600_000;

/** How long the checks of owners took lately, of those that took long. */
export class LongChecks {
  readonly #ofOwner = new Map<string, number>();

  add(owner: string, tookMs: number): void {
    if (tookMs < LONG_MS) return;
    const before = this.#ofOwner.get(owner);
    if (before === undefined) setTimeout(() => this.#ofOwner.delete(owner), REMEMBERED_MS).unref();
    this.#ofOwner.set(owner, (before ?? 0) + tookMs);
  }

  /** Of the last ten minutes, or less. */
  totalMs(owner: string): number {
    return this.#ofOwner.get(owner) ?? 0;
  }
}
