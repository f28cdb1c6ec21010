import { ApiError } from '@svc/contract';

/** For whom work is done. The signal fires when nobody waits for it any more. */
export interface Requester {
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** One organization leaves half for the others, however much it asks for at once. */
const half = (count: number): number => Math.max(1, Math.floor(count / 2));

/**
 * Runs so many tasks at once and lets so many more wait; one organization has at most half of each. A slot that becomes
 * free goes to the organizations in turn, and within one to whoever waits longest. Beyond its limits it refuses with 503
 * `temporarily_unavailable`: work that nobody will wait for is not begun.
 */
export class FairSlots {
  readonly #slots: number;
  readonly #waitingLimit: number;
  /** By organization, only those with work. The first has the next turn. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(slots: number, waitingLimit: number) {
    this.#slots = slots;
    this.#waitingLimit = waitingLimit;
  }

  /** Rejects with the signal's reason when it fires before the task began; a running task looks after itself. */
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

  /** After a turn, at its beginning and at its end: an organization that comes later must not wait for two of another's tasks. */
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
