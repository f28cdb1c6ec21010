/** Shorter, and somebody who calls now and then would find all slots taken by one who always calls. */
const RECENT_MS = 60_000;

/** Organizations that used an engine lately, so that one of them leaves room for the others between their calls, too. */
export class RecentSharers {
  /** When each was here last, the longest ago first. */
  readonly #seenMs = new Map<string, number>();

  note(organizationId: string, nowMs: number): void {
    this.#seenMs.delete(organizationId);
    this.#seenMs.set(organizationId, nowMs);
    this.#forget(nowMs);
  }

  current(nowMs: number): Iterable<string> {
    this.#forget(nowMs);
    return this.#seenMs.keys();
  }

  #forget(nowMs: number): void {
    for (const [organizationId, seenMs] of this.#seenMs) {
      if (nowMs - seenMs <= RECENT_MS) return;
      this.#seenMs.delete(organizationId);
    }
  }
}
