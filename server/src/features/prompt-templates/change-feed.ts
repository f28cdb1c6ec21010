import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import { announceOnCommit, type Store, type Tables } from '#store';

const CHANNEL = 'prompt_templates';
const ECHO_MS = 5_000;
/** Two echoes may be late. */
const ECHO_TIMEOUT_MS = 3 * ECHO_MS;

/** A key whose meaning changed, or the word by which a process hears that it hears. */
type Message = string | { readonly echo: string };

export interface ChangeFeedOptions {
  readonly announcements: Store['announcements'];
  readonly clock: Clock;
  readonly changed: (key: string) => void;
  /** It is heard again, and what was said meanwhile is not known. */
  readonly missed: () => void;
}

/**
 * What other processes announce of changes. That a connection is open does not say that something arrives by it: a pooler may hold it, or the
 * other side be gone without a word. So each process announces a word of its own from time to time, and trusts what it hears as long as that
 * comes back.
 */
export class ChangeFeed {
  readonly echoJob: PeriodicJob = { name: 'prompts.echo', everyMs: ECHO_MS, run: () => this.#sendEcho() };
  readonly #options: ChangeFeedOptions;
  readonly #word = randomUUID();
  readonly #stopListening: (() => void) | undefined;
  #receivedAtMs = -Infinity;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.#stopListening = options.announcements?.listen(
      CHANNEL,
      (message) => this.#receive(message as Message),
      (isConnected) => (isConnected ? this.#sendEcho() : this.#lose()),
    );
  }

  /** Whether every change is heard of. A process that is alone with its database makes each itself. */
  get isReceiving(): boolean {
    const { announcements, clock } = this.#options;
    return announcements === undefined || clock.monotonicMs() - this.#receivedAtMs < ECHO_TIMEOUT_MS;
  }

  /** Tells every process of a change when the transaction commits. */
  async notify(trx: Kysely<Tables>, key: string): Promise<void> {
    if (this.#options.announcements) await announceOnCommit(trx, CHANNEL, key);
  }

  close(): void {
    this.#stopListening?.();
  }

  #sendEcho(): void {
    // While the database is away nothing comes back, which is all there is to know.
    this.#options.announcements?.announce(CHANNEL, { echo: this.#word }).catch(() => undefined);
  }

  #receive(message: Message): void {
    if (typeof message === 'string') return this.#options.changed(message);
    if (message.echo !== this.#word) return;
    if (!this.isReceiving) this.#options.missed();
    this.#receivedAtMs = this.#options.clock.monotonicMs();
  }

  #lose(): void {
    this.#receivedAtMs = -Infinity;
  }
}
