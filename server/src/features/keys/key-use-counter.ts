import type { Kysely } from 'kysely';
import { describeError, type Log } from '#kit';
import type { PeriodicJob } from '#jobs';
import type { Tables } from '#store';
import { addUses, transactionOutcome, type KeyUses } from './store/key-uses.ts';

const FLUSH_MS = 60_000;
/** Keys written by one statement: all keys of a busy minute in one would take longer than a statement may, this minute and every one after. */
const MAX_KEYS = 5_000;

interface Uses {
  count: number;
  lastMs: number;
  address: string;
}

/** A flush whose COMMIT was sent but not answered: it took effect or not, and the server knows which. */
interface Unsettled {
  readonly xid: string;
  readonly uses: ReadonlyMap<string, Uses>;
}

/**
 * Counts the uses of inference keys and writes them once a minute (D-KEY-7, AUTH-39, KEY-18..20). While the database is
 * away counts pile up per key; a flush of unknown outcome is looked up before it is repeated, so none is added twice.
 */
export class KeyUseCounter {
  readonly #db: Kysely<Tables>;
  readonly #log: Log;
  readonly job: PeriodicJob = {
    name: 'keys.usage',
    everyMs: FLUSH_MS,
    run: () => this.flush(),
    onlyWhenDue: true,
  };
  #pending = new Map<string, Uses>();
  #unsettled: Unsettled | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { db: Kysely<Tables>; log: Log }) {
    this.#db = db;
    this.#log = log;
  }

  /** One authenticated request. `address` is the caller's, as the edge saw it. */
  record(keyId: string, address: string, nowMs: number): void {
    const uses = this.#pending.get(keyId);
    if (uses === undefined) {
      this.#pending.set(keyId, { count: 1, lastMs: nowMs, address });
      return;
    }
    uses.count++;
    uses.lastMs = nowMs;
    uses.address = address;
  }

  /** Writes what was counted so far. Never rejects: what could not be written stays for the next time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(async () => {
      try {
        if (await this.#settle()) await this.#write();
      } catch (error) {
        this.#log.warn(
          { error: describeError(error), keys: this.#pending.size },
          'writing key usage failed; will retry',
        );
      }
    });
    return this.#flushing;
  }

  /** Writes the rest. */
  async close(): Promise<void> {
    await this.flush();
    if (this.#pending.size > 0 || this.#unsettled !== undefined) await this.flush();
  }

  async #write(): Promise<void> {
    const waiting = [...this.#pending];
    this.#pending = new Map();
    try {
      while (waiting.length > 0) await this.#writeSome(new Map(waiting.splice(0, MAX_KEYS)));
    } finally {
      this.#putBack(new Map(waiting));
    }
  }

  async #writeSome(uses: ReadonlyMap<string, Uses>): Promise<void> {
    let xid: string | undefined;
    try {
      await this.#db.transaction().execute(async (trx) => {
        xid = await addUses(
          trx,
          [...uses].map(([id, use]): KeyUses => ({ id, ...use })),
        );
      });
    } catch (error) {
      // Without the id COMMIT was never sent, so nothing took effect.
      if (xid === undefined) this.#putBack(uses);
      else this.#unsettled = { xid, uses };
      throw error;
    }
  }

  /** False while it is still open whether the previous flush took effect. */
  async #settle(): Promise<boolean> {
    if (this.#unsettled === undefined) return true;
    const { xid, uses } = this.#unsettled;
    const outcome = await transactionOutcome(this.#db, xid);
    if (outcome === 'in progress') return false;
    // Forgotten by the server means long ago and most likely committed: rather too few than twice.
    if (outcome === 'aborted') this.#putBack(uses);
    this.#unsettled = undefined;
    return true;
  }

  #putBack(uses: ReadonlyMap<string, Uses>): void {
    for (const [id, use] of uses) {
      const newer = this.#pending.get(id);
      if (newer === undefined) this.#pending.set(id, use);
      else newer.count += use.count;
    }
  }
}
