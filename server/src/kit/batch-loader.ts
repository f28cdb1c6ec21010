const BATCH_LIMIT = 256;
const CONCURRENT_BATCHES = 2;

interface Waiting<V> {
  readonly key: string;
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns single look-ups into few queries: whatever is asked for while two queries run is answered together by the next one.
 * A flood of unknown credentials therefore costs the database two connections, however large it is.
 */
export class BatchLoader<V> {
  readonly #loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  readonly #onFailure: (error: unknown) => void;
  #queue: Waiting<V>[] = [];
  #running = 0;

  /** `onFailure` is told once per failed query; every caller of that query is rejected with the same error. */
  constructor(
    loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    onFailure: (error: unknown) => void,
  ) {
    this.#loadMany = loadMany;
    this.#onFailure = onFailure;
  }

  /** The value of `key`, undefined where there is none. Callers coalesce equal keys themselves. */
  load(key: string): Promise<V | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<V | undefined>();
    this.#queue.push({ key, resolve, reject });
    // Not at once: what the same burst of requests asks for travels together.
    if (this.#queue.length === 1) queueMicrotask(() => this.#start());
    return promise;
  }

  #start(): void {
    while (this.#running < CONCURRENT_BATCHES && this.#queue.length > 0)
      void this.#run(this.#queue.splice(0, BATCH_LIMIT));
  }

  async #run(batch: readonly Waiting<V>[]): Promise<void> {
    this.#running++;
    try {
      const found = await this.#loadMany(batch.map((waiting) => waiting.key));
      for (const waiting of batch) waiting.resolve(found.get(waiting.key));
    } catch (error) {
      this.#onFailure(error);
      for (const waiting of batch) waiting.reject(error);
    } finally {
      this.#running--;
      this.#start();
    }
  }
}
