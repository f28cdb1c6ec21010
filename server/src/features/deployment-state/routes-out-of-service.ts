import type { Kysely } from 'kysely';
import type { RouteName } from '#engine';
import type { PeriodicJob } from '#jobs';
import { StoreUnavailable, type Tables } from '#store';
import { findRoutesOutOfService } from './store.ts';

/** Commit signal: what is out of service has changed. */
export const ROUTES_CHANGED = 'routes';
/** For nodes that an announcement does not reach. */
const READ_MS = 1000;

interface Routing {
  setOutOfService(routes: readonly RouteName[]): void;
}

/** Keeps calls of this process away from the routes that are out of service in the database. While that is away, the last known ones count. */
export class RoutesOutOfService {
  readonly job: PeriodicJob = {
    name: 'routes.read',
    everyMs: READ_MS,
    run: () => this.#readIfThere(),
    startsOn: ROUTES_CHANGED,
  };
  readonly #db: Kysely<Tables>;
  readonly #routing: Routing;
  #reading = Promise.resolve();

  constructor(db: Kysely<Tables>, routing: Routing) {
    this.#db = db;
    this.#routing = routing;
  }

  /** One after the other: of two at once, the older answer might count. */
  read(): Promise<void> {
    const next = this.#reading.then(async () =>
      this.#routing.setOutOfService(await findRoutesOutOfService(this.#db)),
    );
    this.#reading = next.catch(() => undefined);
    return next;
  }

  /** The change is made, whether or not it can be read at once. */
  readonly committed = (): Promise<void> => this.#readIfThere();

  async #readIfThere(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}
