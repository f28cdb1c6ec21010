import { ApiError } from '@svc/contract';

/**
 * Runs so many tasks at once and lets so many more wait, first come first served. Beyond that it refuses with 503
 * `temporarily_unavailable`: work that nobody will wait for is not begun.
 */
export class BoundedQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #atOnce: number;
  readonly #waitingLimit: number;
  #running = 0;

  constructor(atOnce: number, waitingLimit: number) {
    this.#atOnce = atOnce;
    this.#waitingLimit = waitingLimit;
  }

  /** Rejects with the signal's reason when it fires before the task began; a running task looks after itself. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#running >= this.#atOnce) await this.#turn(signal);
    else this.#running++;
    try {
      return await task();
    } finally {
      // The place goes to whoever waits longest, or becomes free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#waitingLimit) throw new ApiError('temporarily_unavailable');
    return new Promise((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
