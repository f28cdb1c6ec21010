import { BatchLoader } from './batch-loader.ts';
import type { Clock } from './clock.ts';
import { RecentMap } from './recent-map.ts';

const DEFAULTS = {
  limit: 50_000,
  weigh: () => 1,
  freshMs: () => 30_000,
  staleMs: 600_000,
  absentMs: 2_000,
  absentLimit: 10_000,
  maxWaitMs: 1_000,
};
const OUTAGE_PAUSE_MS = 1_000;

export interface RefreshingCacheOptions<V> {
  readonly clock: Clock;
  /** Answers many keys by one query; keys without a value are left out. */
  readonly loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  /** Tells "the store is away" from a fault of ours. */
  readonly isOutage: (error: unknown) => boolean;
  /** What a caller gets who asks for something never loaded while the store is away. */
  readonly unavailable: (cause: unknown) => Error;
  /** Told once per failed query, for the log. */
  readonly onFailure: (error: unknown) => void;
  /** Most values kept, or how much they may weigh together; the least recently used go first. */
  readonly limit?: number;
  readonly weigh?: (value: V) => number;
  /** Age up to which a value is served as it is; up to twice that it is served while a new one is fetched. Asked at each look. */
  readonly freshMs?: () => number;
  /** Age up to which a value may stand in while the store is away. */
  readonly staleMs?: number;
  /** How long "there is none" is believed, and of how many keys. */
  readonly absentMs?: number;
  readonly absentLimit?: number;
  /** Real time that a caller waits for the store before a stale value stands in. */
  readonly maxWaitMs?: number;
}

interface Entry<V> {
  readonly value: V;
  readonly loadedAtMs: number;
}

interface Load<V> {
  readonly settled: Promise<V | undefined>;
  /** Shared by everyone who holds a stale value and waits for this load. */
  orStale?: Promise<V | undefined>;
  late: boolean;
}

/**
 * Records of the database, kept in memory: synchronous on a hit, one query for all concurrent misses of a key,
 * refreshed ahead of need, and serving the last known record while the database is away. Absent keys live in a
 * store of their own, so that a flood of unknown ones evicts nothing. All ages follow `clock`, on its monotonic side: setting the time of day back revives nothing.
 *
 * A value older than twice `freshMs` is never served while the store answers; an invalidated one never at all.
 */
export class RefreshingCache<V extends object> {
  readonly #options: Required<RefreshingCacheOptions<V>>;
  readonly #loader: BatchLoader<V>;
  readonly #entries: RecentMap<string, Entry<V>>;
  readonly #absentSinceMs: RecentMap<string, number>;
  readonly #loads = new Map<string, Load<V>>();
  #outageAtMs = -Infinity;

  constructor(options: RefreshingCacheOptions<V>) {
    this.#options = { ...DEFAULTS, ...options };
    this.#loader = new BatchLoader(options.loadMany, options.onFailure);
    const { limit, weigh } = this.#options;
    this.#entries = new RecentMap(limit, ({ value }) => weigh(value));
    this.#absentSinceMs = new RecentMap(this.#options.absentLimit);
  }

  /** The record, or undefined where there is none. Rejects with `unavailable` only when nothing usable is known. */
  find(key: string): V | undefined | Promise<V | undefined> {
    const { clock, staleMs, absentMs } = this.#options;
    const freshMs = this.#options.freshMs();
    const nowMs = clock.monotonicMs();
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const absentSinceMs = this.#absentSinceMs.get(key);
      if (absentSinceMs !== undefined && nowMs - absentSinceMs < absentMs) return undefined;
      return this.#miss(key);
    }
    const ageMs = nowMs - entry.loadedAtMs;
    if (ageMs < freshMs) return entry.value;
    if (ageMs >= staleMs) return this.#miss(key);
    return this.#refresh(key, entry, ageMs < 2 * freshMs, nowMs);
  }

  /** Forgets one key; a load under way for it is answered but not kept. */
  invalidate(key: string): void {
    this.#entries.delete(key);
    this.#absentSinceMs.delete(key);
    this.#loads.delete(key);
  }

  /** Forgets every value that matches. Looks at all of them: for rare events only. */
  invalidateWhere(matches: (value: V) => boolean): void {
    this.#entries.deleteWhere((entry) => matches(entry.value));
    // A load under way may carry a matching value as it was before the change.
    this.#loads.clear();
  }

  invalidateAll(): void {
    this.#entries.clear();
    this.#absentSinceMs.clear();
    this.#loads.clear();
  }

  async #miss(key: string): Promise<V | undefined> {
    try {
      return await this.#load(key).settled;
    } catch (error) {
      throw this.#options.isOutage(error) ? this.#options.unavailable(error) : error;
    }
  }

  #refresh(
    key: string,
    entry: Entry<V>,
    servable: boolean,
    nowMs: number,
  ): V | undefined | Promise<V | undefined> {
    // While the store is away it is asked once a second, not once a request.
    if (nowMs - this.#outageAtMs < OUTAGE_PAUSE_MS) return entry.value;
    const load = this.#load(key);
    if (load.late || servable) return entry.value;
    return (load.orStale ??= this.#loadedOrStale(load, entry.value));
  }

  async #loadedOrStale(load: Load<V>, stale: V): Promise<V | undefined> {
    const { promise: outOfPatience, resolve } = Promise.withResolvers<V>();
    const timer = setTimeout(() => {
      load.late = true;
      resolve(stale);
    }, this.#options.maxWaitMs);
    try {
      return await Promise.race([load.settled, outOfPatience]);
    } catch (error) {
      if (this.#options.isOutage(error)) return stale;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #load(key: string): Load<V> {
    const running = this.#loads.get(key);
    if (running !== undefined) return running;
    const load: Load<V> = {
      settled: this.#loader.load(key).then((value) => this.#keep(key, load, value)),
      late: false,
    };
    this.#loads.set(key, load);
    load.settled.catch((error: unknown) => {
      if (this.#loads.get(key) === load) this.#loads.delete(key);
      if (this.#options.isOutage(error)) this.#outageAtMs = this.#options.clock.monotonicMs();
    });
    return load;
  }

  #keep(key: string, load: Load<V>, value: V | undefined): V | undefined {
    // Not the current load any more: the key was invalidated meanwhile and this value may be the old one.
    if (this.#loads.get(key) !== load) return value;
    this.#loads.delete(key);
    const nowMs = this.#options.clock.monotonicMs();
    if (value === undefined) {
      this.#entries.delete(key);
      this.#absentSinceMs.set(key, nowMs);
    } else {
      this.#entries.set(key, { value, loadedAtMs: nowMs });
      this.#absentSinceMs.delete(key);
    }
    return value;
  }
}
