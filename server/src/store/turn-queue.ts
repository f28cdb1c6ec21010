/** First come, first served: one holder at a time. */
export class TurnQueue {
  readonly #waiting = new Set<() => void>();
  #held = false;

  /** Resolves with true once it is this caller's turn, false when `limitMs` passed first. Every true needs a `leave`. */
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

  /** Hands the turn to the one waiting longest. */
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
