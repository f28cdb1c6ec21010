import { setImmediate } from 'node:timers/promises';

/** Short enough that no call notices it. */
const MAX_MS = 2;

/** Keeps many small pieces of work from holding up everything else. */
export class LoopYielder {
  #sinceMs = performance.now();

  /** To be called between two pieces: lets others run when the last time was long ago. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#sinceMs < MAX_MS) return;
    await setImmediate();
    this.#sinceMs = performance.now();
  }
}
