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
 * Gathers requests into questions: those of one turn of the event loop, and those that arrive while a question is on its
 * way. Each by itself, on a shared connection, cost a command, its promises, a timer and its part of two system calls:
 * more than the rest of the check. Waiting costs a request one round trip more at the most.
 */
export class TakeBatch {
  readonly #ask: AskForTakes;
  #waiting: Waiting[] = [];
  #asking = false;

  constructor(ask: AskForTakes) {
    this.#ask = ask;
  }

  take(take: Take): Promise<TakeAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ take, resolve, reject });
      if (this.#asking) return;
      this.#asking = true;
      // Runs when all sockets that had something to read were read.
      setImmediate(() => void this.#askAll());
    });
  }

  async #askAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, MOST));
    this.#asking = false;
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
