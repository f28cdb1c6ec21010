import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import { describeError, type Log } from '#kit';
import type { Tables } from '#store';
import { insertResponseItems, type SealedItem } from '../../store.ts';

const RETRY_MS = 1000;
/** How long a reply waits for its items to be written. */
const TIMEOUT_MS = 1000;
const STATEMENT_ITEMS = 500;
const STATEMENT_BYTES = 4_194_304;
/** Of items that wait for the database: with a few kilobytes for each reply, those of some ten thousand replies. */
const WAITING_BYTES = 67_108_864;

/**
 * Writes items of all replies that end at the same time together, one statement after the other. While the database is
 * away they wait in memory, where this process finds them, and replies do not wait for them.
 */
export class ItemQueue {
  readonly #db: Kysely<Tables>;
  readonly #log: Log;
  readonly job: PeriodicJob = {
    name: 'compat.response_items',
    everyMs: RETRY_MS,
    run: () => this.flush(),
  };
  /** In the order they came. */
  readonly #waiting = new Map<string, SealedItem>();
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

  /** False where there is no room. */
  async add(items: readonly SealedItem[]): Promise<boolean> {
    const bytes = items.reduce((sum, { sealed }) => sum + sealed.length, 0);
    if (this.#waitingBytes + bytes > WAITING_BYTES) return false;
    this.#waitingBytes += bytes;
    for (const item of items) this.#waiting.set(keyOf(item.workspaceId, item.itemId), item);
    if (!this.#isFailing) await withTimeout(this.flush());
    return true;
  }

  /** Those of the ids that wait, by id. */
  find(workspaceId: string, itemIds: readonly string[]): Map<string, Buffer> {
    const found = new Map<string, Buffer>();
    if (this.#waiting.size === 0) return found;
    for (const id of itemIds) {
      const item = this.#waiting.get(keyOf(workspaceId, id));
      if (item) found.set(id, item.sealed);
    }
    return found;
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
      const batch = this.#batch();
      try {
        await insertResponseItems(this.#db, batch);
      } catch (error) {
        this.#isFailing = true;
        this.#log.warn(
          { error: describeError(error), items: this.#waiting.size },
          'writing response items failed; will retry',
        );
        return;
      }
      this.#isFailing = false;
      for (const { workspaceId, itemId, sealed } of batch) {
        this.#waiting.delete(keyOf(workspaceId, itemId));
        this.#waitingBytes -= sealed.length;
      }
    }
  }

  #batch(): SealedItem[] {
    const batch: SealedItem[] = [];
    let bytes = 0;
    for (const item of this.#waiting.values()) {
      if (
        batch.length === STATEMENT_ITEMS ||
        (batch.length > 0 && bytes + item.sealed.length > STATEMENT_BYTES)
      )
        break;
      batch.push(item);
      bytes += item.sealed.length;
    }
    return batch;
  }
}

function keyOf(workspaceId: string, itemId: string): string {
  return `${workspaceId} ${itemId}`;
}

async function withTimeout(writing: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(() => timeout.resolve(), TIMEOUT_MS);
  try {
    await Promise.race([writing, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
