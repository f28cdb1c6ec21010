/**
 * The accepted requests of one caller within a sliding window, exactly: a ring of their timestamps (D-76).
 * Buckets were rejected because they let up to twice the limit through around a boundary.
 */
export class SlidingLog {
  #times = new Float64Array(8);
  #head = 0;
  #count = 0;

  /** Milliseconds until a slot frees, or 0 when the request was accepted and counted. */
  take(nowMs: number, limit: number, windowMs: number): number {
    const waitMs = this.waitMs(nowMs, limit, windowMs);
    if (waitMs === 0) this.#add(nowMs);
    return waitMs;
  }

  /** Milliseconds until a slot frees; 0 when one is free. */
  waitMs(nowMs: number, limit: number, windowMs: number): number {
    this.#forget(nowMs - windowMs);
    if (this.#count < limit) return 0;
    // With a limit lowered at run time more than one must age out before there is room.
    const blocking = this.#at(this.#count - limit);
    return Math.max(1, blocking + windowMs - nowMs);
  }

  /** Counts a request that was accepted elsewhere. */
  note(nowMs: number, windowMs: number): void {
    this.#forget(nowMs - windowMs);
    this.#add(nowMs);
  }

  /** Requests inside the window. */
  count(nowMs: number, windowMs: number): number {
    this.#forget(nowMs - windowMs);
    return this.#count;
  }

  /** True when nothing inside the window is remembered any more. */
  idle(nowMs: number, windowMs: number): boolean {
    return this.count(nowMs, windowMs) === 0;
  }

  #add(nowMs: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[(this.#head + this.#count) % this.#times.length] = nowMs;
    this.#count++;
  }

  #forget(untilMs: number): void {
    while (this.#count > 0 && this.#times[this.#head]! <= untilMs) {
      this.#head = (this.#head + 1) % this.#times.length;
      this.#count--;
    }
  }

  #at(position: number): number {
    return this.#times[(this.#head + position) % this.#times.length]!;
  }

  #grow(): void {
    const larger = new Float64Array(this.#times.length * 2);
    for (let i = 0; i < this.#count; i++) larger[i] = this.#at(i);
    this.#times = larger;
    this.#head = 0;
  }
}
