import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The signals a connection keeps until its transaction ends. */
export interface SignalsOnCommit {
  signalOnCommit(topic: string): void;
}

/**
 * Notifies this process of its own commits: PostgreSQL's NOTIFY within one process, on both databases. NOTIFY
 * itself is not used: transactions that notify commit one after another across the whole server.
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

/** Calls the topic's listeners once the transaction has committed. Outside a transaction, calls nobody. */
export async function signalOnCommit(trx: Kysely<Tables>, topic: string): Promise<void> {
  if (!trx.isTransaction) return;
  await trx.getExecutor().provideConnection((connection) => {
    // Safe: the dialect creates no other kind of connection.
    (connection as unknown as SignalsOnCommit).signalOnCommit(topic);
    return Promise.resolve();
  });
}
