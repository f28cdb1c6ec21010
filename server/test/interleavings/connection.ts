import type { KyselyPlugin } from 'kysely';
import { StoreUnavailable } from '#store';

/** One node's way to the database. While it is away statements do not arrive, and answers of those under way are lost. */
export class Connection implements KyselyPlugin {
  away = false;

  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.#pass();
    return node;
  };

  readonly transformResult: KyselyPlugin['transformResult'] = ({ result }) => {
    this.#pass();
    return Promise.resolve(result);
  };

  #pass(): void {
    if (this.away) throw new StoreUnavailable('connection_lost');
  }
}
