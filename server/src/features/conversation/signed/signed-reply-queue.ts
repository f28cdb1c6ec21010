import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import { describeError, type Log } from '#kit';
import type { Tables } from '#store';
import { insertSignedReplies, type SealedReply } from '../store/signed-reply-rows.ts';

const RETRY_MS = 1000;
const STATEMENT_REPLIES = 200;
/** Of replies that wait for the database. Beyond this they are let go: an engine then thinks without what it thought before. */
const WAITING_BYTES = 67_108_864;

/**
 * Writes what engines signed in all replies that end at the same time together, one statement after the other. While the database is
 * away it waits in memory, and no reply waits for it.
 */
export class SignedReplyQueue {
  readonly #db: Kysely<Tables>;
  readonly #log: Log;
  readonly job: PeriodicJob = {
    name: 'conversation.signed_replies',
    everyMs: RETRY_MS,
    run: () => this.flush(),
  };
  /** In the order they came. */
  readonly #waiting = new Set<SealedReply>();
  #waitingBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  /** The write that begins when the one under way has ended, with everything that came by then. */
  #next: Promise<void> | undefined;
  /** Then it is tried once a second, and no reply waits for it. */
  #isFailing = false;

  constructor({ db, log }: { readonly db: Kysely<Tables>; readonly log: Log }) {
    this.#db = db;
    this.#log = log;
  }

  /** Resolves when it is written, or at once while the database is away. Never rejects. */
  add(reply: SealedReply): Promise<void> {
    if (this.#waitingBytes + reply.sealed.length > WAITING_BYTES) return Promise.resolve();
    this.#waitingBytes += reply.sealed.length;
    this.#waiting.add(reply);
    return this.#isFailing ? Promise.resolve() : this.flush();
  }

  /** Never rejects: what could not be written waits on. */
  flush(): Promise<void> {
    return (this.#next ??= this.#writing =
      this.#writing.then(() => {
        this.#next = undefined;
        return this.#write();
      }));
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, STATEMENT_REPLIES);
      try {
        await insertSignedReplies(this.#db, batch);
      } catch (error) {
        this.#isFailing = true;
        this.#log.warn(
          { error: describeError(error), replies: this.#waiting.size },
          'writing signed replies failed; will retry',
        );
        return;
      }
      this.#isFailing = false;
      for (const reply of batch) {
        this.#waiting.delete(reply);
        this.#waitingBytes -= reply.sealed.length;
      }
    }
  }
}
