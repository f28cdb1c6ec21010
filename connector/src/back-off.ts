const FIRST_MS = 1000;
const MAX_MS = 60_000;
/** A connection that lasted this long resets the back-off. */
const GOOD_MS = 60_000;

/** The delay before the next attempt: a random time up to 1 s, 2 s, 4 s … 60 s, so that many connectors do not reconnect at once (D-TUN-10). */
export class BackOff {
  readonly #random: () => number;
  #ceilingMs = FIRST_MS;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** `lastedMs`: how long the connection that just ended was open. */
  next(lastedMs: number): number {
    if (lastedMs >= GOOD_MS) this.#ceilingMs = FIRST_MS;
    const delayMs = this.#random() * this.#ceilingMs;
    this.#ceilingMs = Math.min(2 * this.#ceilingMs, MAX_MS);
    return delayMs;
  }
}
