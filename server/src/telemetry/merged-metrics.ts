import { AggregatorRegistry, Registry } from 'prom-client';
import type { MetricsSource } from './metrics-listener.ts';

/** The metrics of one process as data. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Counters of a process that has ended still count; its gauges do not. */
const LASTING: ReadonlySet<unknown> = new Set(['counter', 'histogram']);

/**
 * The metrics of several processes as those of one: counters, histograms and most gauges added up, lags averaged. What
 * an ended process had counted at the last scrape stays in the sums, or a scraper would take their fall for a restart
 * of all and count everything again.
 */
export class MergedMetrics<Run extends object> implements MetricsSource {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #read: () => Promise<readonly (readonly [Run, MetricsSnapshot])[]>;
  readonly #latest = new Map<Run, MetricsSnapshot>();
  readonly #exited = new WeakSet<Run>();
  #ended: Promise<MetricsSnapshot> = Promise.resolve([]);

  /** `read` asks the processes that run; one that does not answer is counted as it last was. */
  constructor(read: () => Promise<readonly (readonly [Run, MetricsSnapshot])[]>) {
    this.#read = read;
  }

  async metrics(): Promise<string> {
    for (const [run, snapshot] of await this.#read())
      if (!this.#exited.has(run)) this.#latest.set(run, snapshot);
    // Both taken in one turn: a process that ends now must be in one of them, and in one only.
    const [ended, latest] = [this.#ended, [...this.#latest.values()]];
    return merge([await ended, ...latest]).metrics();
  }

  /** A process has ended and will not be asked again. */
  ended(run: Run): void {
    this.#exited.add(run);
    const lasting = this.#latest.get(run)?.filter(({ type }) => LASTING.has(type));
    this.#latest.delete(run);
    if (lasting) this.#ended = this.#ended.then((sum) => merge([sum, lasting]).getMetricsAsJSON());
  }
}

function merge(snapshots: readonly MetricsSnapshot[]): Registry {
  return AggregatorRegistry.aggregate([...snapshots]);
}
