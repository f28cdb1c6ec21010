import { ApiError } from '@svc/contract';

/** The tenant that work is done for. The signal fires when the result is no longer needed. */
export interface Requester {
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** One organization leaves half for the others, however much it requests at once. */
const half = (count: number): number => Math.max(1, Math.floor(count / 2));

/**
 * Limits how many tasks run and how many wait; one organization gets at most half of each. A free slot goes
 * to the organizations in turn, and within one to its oldest task. Beyond the limits it refuses with 503
 * `temporarily_unavailable` instead of starting work too late.
 */
export class FairSlots {
  readonly #slots: number;
  readonly #waitingLimit: number;
  /** Organizations that have work. The first has the next turn. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(slots: number, waitingLimit: number) {
    this.#slots = slots;
    this.#waitingLimit = waitingLimit;
  }

  /**
   * Rejects with the signal's reason if it fires before the task began; a running task handles the signal
   * itself.
   */
  async run<T>(task: () => Promise<T>, { organizationId, signal }: Requester): Promise<T> {
    signal.throwIfAborted();
    const line = this.#lines.get(organizationId) ?? { running: 0, waiting: [] };
    if (this.#hasSlot(line)) this.#begin(organizationId, line);
    else await this.#turn(organizationId, line, signal);
    try {
      return await task();
    } finally {
      this.#end(organizationId, line);
    }
  }

  #hasSlot(line: Line): boolean {
    return this.#running < this.#slots && line.running < half(this.#slots);
  }

  #begin(organizationId: string, line: Line): void {
    this.#running++;
    line.running++;
    this.#moveToEnd(organizationId, line);
  }

  #end(organizationId: string, line: Line): void {
    this.#running--;
    line.running--;
    this.#moveToEnd(organizationId, line);
    for (const [next, nextLine] of this.#lines) {
      if (nextLine.waiting.length === 0 || !this.#hasSlot(nextLine)) continue;
      this.#waiting--;
      this.#begin(next, nextLine);
      nextLine.waiting.shift()!();
      return;
    }
  }

  /**
   * Called at the start and end of a turn, so that a later organization never waits for two tasks of another.
   */
  #moveToEnd(organizationId: string, line: Line): void {
    this.#lines.delete(organizationId);
    if (line.running > 0 || line.waiting.length > 0) this.#lines.set(organizationId, line);
  }

  #turn(organizationId: string, line: Line, signal: AbortSignal): Promise<void> {
    if (this.#waiting >= this.#waitingLimit || line.waiting.length >= half(this.#waitingLimit))
      throw new ApiError('temporarily_unavailable');
    return new Promise((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        line.waiting.splice(line.waiting.indexOf(take), 1);
        this.#waiting--;
        if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(organizationId);
        reject(signal.reason as Error);
      };
      line.waiting.push(take);
      this.#waiting++;
      this.#lines.set(organizationId, line);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
