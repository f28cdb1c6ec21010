import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What a connection keeps until its transaction ends. */
export interface SignalsOnCommit {
  signalOnCommit(topic: string): void;
}

/**
 * Tells this process what its own transactions have committed, and when: PostgreSQL's NOTIFY within one process, on both databases.
 * NOTIFY itself is not used for this: transactions that notify commit one after another over the whole server.
 */
export class CommitSignals {
  readonly #listeners = new Map<string, Set<() => void>>();

  listen(topic: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit(topic: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}

/** Has those that listen to the topic called once the transaction has committed. Outside of a transaction nobody is called. */
export async function signalOnCommit(trx: Kysely<Tables>, topic: string): Promise<void> {
  if (!trx.isTransaction) return;
  await trx.getExecutor().provideConnection((connection) => {
    // Ours: the dialect makes no other.
    (connection as unknown as SignalsOnCommit).signalOnCommit(topic);
    return Promise.resolve();
  });
}
