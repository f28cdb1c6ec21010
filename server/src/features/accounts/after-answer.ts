import { describeError, type Clock, type Log } from '#kit';

const MOST = 200;

/**
 * Work that only some requests need and whose time must tell nobody which: it is done when all of them were answered alike. What
 * fails is logged and not repeated; whoever asked asks again.
 */
export class AfterAnswer {
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();

  readonly #stopListening: () => void;

  constructor({ log, clock }: { readonly log: Log; readonly clock: Clock }) {
    this.#log = log;
    this.#stopListening = clock.onAdvance(() => this.#settled());
  }

  run(work: () => Promise<void>): void {
    if (this.#running.size >= MOST)
      return this.#log.error({ running: this.#running.size }, 'too much is waiting behind answers; work was left out');
    const running = work()
      .catch((error: unknown) => this.#log.warn({ error: describeError(error) }, 'work behind an answer failed'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when what is under way is done. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.#settled();
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
