import type { Kysely } from 'kysely';
import type { KeyName } from '#engine';
import type { PeriodicJob } from '#jobs';
import type { Tables } from '#store';
import { findEndedProbes, PROBE_ENDED } from './store.ts';

/** For nodes that an announcement does not reach. */
const READ_MS = 5000;

interface KeyRestorer {
  restoreKeys(names: readonly KeyName[]): readonly KeyName[];
}

/** Uses keys again in this process that worked in a probe of any node, once for each probe (D-ENG-29). */
export class RestoredKeys {
  readonly job: PeriodicJob = {
    name: 'engine_keys.restore',
    everyMs: READ_MS,
    run: () => this.read(),
    startsOn: PROBE_ENDED,
  };
  readonly #db: Kysely<Tables>;
  readonly #generation: KeyRestorer;
  /** When the last probe ended that was read, by engine. A key may have been refused since. */
  readonly #read = new Map<string, number>();
  #reading = Promise.resolve();

  constructor(db: Kysely<Tables>, generation: KeyRestorer) {
    this.#db = db;
    this.#generation = generation;
  }

  /** One after the other: of two at once, the older row might count again. */
  read(): Promise<void> {
    const next = this.#reading.then(() => this.#readOnce());
    this.#reading = next.catch(() => undefined);
    return next;
  }

  async #readOnce(): Promise<void> {
    for (const { engine, endedAtMs, workingKeys } of await findEndedProbes(this.#db)) {
      if (this.#read.get(engine) === endedAtMs) continue;
      this.#read.set(engine, endedAtMs);
      this.#generation.restoreKeys(workingKeys.map((key) => ({ engine, key })));
    }
  }
}
