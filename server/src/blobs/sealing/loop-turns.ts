/**
 * One caller at a time, each in a turn of the event loop of its own: however many blobs are sealed and opened at once, what else the
 * process does waits for one piece and not for one of each.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn, for what it does before it awaits again. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#runOne);
    });
  }

  readonly #runOne = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#runOne);
  };
}
