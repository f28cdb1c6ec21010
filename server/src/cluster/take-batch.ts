/** A request to be counted, with the keys of its ring and of its organization's epoch. */
export interface Take {
  readonly ring: string;
  readonly epoch: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Milliseconds to wait, or 0; the epoch, or an empty text where there is none. */
export type TakeAnswer = readonly [waitMs: number, epoch: string];

/** Asks about all of them at once. Answers in their order. */
export type AskForTakes = (takes: readonly Take[]) => Promise<readonly TakeAnswer[]>;

interface Waiting {
  readonly take: Take;
  readonly resolve: (answer: TakeAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Most in one question: Redis does nothing else meanwhile. */
const MOST = 128;

/**
 * Gathers the requests that arrived in one turn of the event loop into one question. Each by itself, on a shared
 * connection, cost a command, its promises and a timer: more than the rest of the check.
 */
export class TakeBatch {
  readonly #ask: AskForTakes;
  #waiting: Waiting[] = [];

  constructor(ask: AskForTakes) {
    this.#ask = ask;
  }

  take(take: Take): Promise<TakeAnswer> {
    return new Promise((resolve, reject) => {
      // Runs when all sockets that had something to read were read.
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ take, resolve, reject });
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += MOST) void this.#send(waiting.slice(from, from + MOST));
  }

  async #send(waiting: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.#ask(waiting.map(({ take }) => take));
      for (const [index, { resolve }] of waiting.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
