/** A fair mutex: first come, first served, one holder at a time. */
export class TurnQueue {
  readonly #waiting = new Set<() => void>();
  #held = false;

  /**
   * Resolves with true when it is this caller's turn, or false after `limitMs`. Every true needs a `leave`.
   */
  enter(limitMs: number): Promise<boolean> {
    if (!this.#held) {
      this.#held = true;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const take = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        resolve(false);
      }, limitMs);
      this.#waiting.add(take);
    });
  }

  /** Passes the turn to the caller waiting longest. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#held = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
