import type { KyselyPlugin } from 'kysely';
import { StoreUnavailable } from '#store';

/**
 * One node's connection to the database. While it is down, statements do not arrive, and replies to running
 * ones are lost.
 */
export class Connection implements KyselyPlugin {
  unavailable = false;

  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.#pass();
    return node;
  };

  readonly transformResult: KyselyPlugin['transformResult'] = ({ result }) => {
    this.#pass();
    return Promise.resolve(result);
  };

  #pass(): void {
    if (this.unavailable) throw new StoreUnavailable('connection_lost');
  }
}
