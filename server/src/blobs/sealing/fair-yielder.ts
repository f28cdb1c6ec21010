/**
 * Lets one caller continue per turn of the event loop: however many blobs are encrypted and decrypted at once, other work of the
 * process waits for one chunk and not for one of each.
 */
export class FairYielder {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn, which lasts until its next await. */
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
