/** A request to count, or a draw to settle, with its keys in Redis. */
export interface Take {
  readonly ring: string;
  readonly prefetches: string;
  readonly leases: string;
  readonly epoch: string;
  readonly limit: number;
  readonly windowMs: number;
  /** 0: only settles. */
  readonly requests: 0 | 1;
  /** How many requests to draw ahead. */
  readonly ahead: number;
  /** The highest number of a draw of this node: that of this one, if any. */
  readonly number: number;
  /** An earlier draw, and what was spent of it: pairs of doubles, ms and requests. */
  readonly settled: number;
  readonly spent: Buffer;
  /** 1: nodes are asked to give back draws that stand in the way. */
  readonly recall: 0 | 1;
}

export interface TakeOutcome {
  /** Milliseconds to wait, or 0. */
  readonly waitMs: number;
  /** Milliseconds for which draws that stand in the way may still be given back. */
  readonly openMs: number;
  /** How many requests were drawn ahead. */
  readonly ahead: number;
  /** An empty text when it is unknown. */
  readonly epoch: string;
  /** When the batch was sent, by this node's clock, and counted, by that of Redis. */
  readonly sentAtMs: number;
  readonly countedAtMs: number;
}

/** Counts all of them in one call. Results are in the same order. */
export type AskForTakes = (takes: readonly Take[]) => Promise<readonly TakeOutcome[]>;

interface Waiting {
  readonly take: Take;
  readonly resolve: (outcome: TakeOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The most requests per batch: Redis does nothing else meanwhile. */
const MAX_TAKES = 128;
/** The most batches under way. Further requests wait for the next answer, and then share one batch. */
const MAX_UNDER_WAY = 8;

/**
 * Batches the requests of one turn of the event loop. Sent individually on a shared connection, each cost a
 * command, its promises, a timer and its part of two system calls, which is more than the rest of the check.
 * A batch does not wait for the answers to earlier ones: when round trips take long, nearly every request
 * would wait for two of them.
 */
export class TakeBatch {
  readonly #ask: AskForTakes;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #scheduled = false;

  constructor(ask: AskForTakes) {
    this.#ask = ask;
  }

  take(take: Take): Promise<TakeOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ take, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      // Runs after all readable sockets were read.
      setImmediate(() => {
        this.#scheduled = false;
        this.#sendWaiting();
      });
    });
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && this.#underWay < MAX_UNDER_WAY)
      void this.#send(this.#waiting.splice(0, MAX_TAKES));
  }

  async #send(waiting: readonly Waiting[]): Promise<void> {
    this.#underWay++;
    try {
      const outcomes = await this.#ask(waiting.map(({ take }) => take));
      for (const [index, { resolve }] of waiting.entries()) resolve(outcomes[index]!);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
    this.#underWay--;
    this.#sendWaiting();
  }
}
