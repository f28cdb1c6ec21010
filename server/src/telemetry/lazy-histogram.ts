import type { Metric, Registry } from 'prom-client';
import type { HistogramOptions } from '#kit';
import { LabelTree } from './label-tree.ts';

/** What was observed for one combination of labels. */
interface Observed {
  /** By bucket, not cumulated; the last is beyond all bounds. */
  readonly counts: number[];
  sum: number;
}

/**
 * A histogram that the metrics library reads when somebody scrapes. The library's own hashes its labels and makes several
 * objects for every observation.
 */
export class LazyHistogram {
  readonly name: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #options: HistogramOptions;
  readonly #observed: LabelTree<Observed>;

  constructor(registry: Registry, options: HistogramOptions) {
    this.name = options.name;
    this.#options = options;
    const { length } = options.buckets;
    this.#observed = new LabelTree(() => ({ counts: Array.from({ length: length + 1 }, () => 0), sum: 0 }));
    // Safe: of a metric the registry uses its name, `get` and `reset`.
    registry.registerMetric(this as unknown as Metric);
  }

  /** The value, then the values of the labels. */
  observe(value: number, ...labelValues: readonly string[]): void {
    const { buckets } = this.#options;
    const observed = this.#observed.at(labelValues);
    let bucket = 0;
    while (bucket < buckets.length && value > buckets[bucket]!) bucket++;
    observed.counts[bucket]!++;
    observed.sum += value;
  }

  /** As the library's own histograms report themselves. */
  get(): Promise<object> {
    const { name, help, labelNames } = this.#options;
    const values = this.#observed.leaves.flatMap(({ values: labelValues, leaf }) =>
      this.#valuesOf(Object.fromEntries(labelNames.map((label, i) => [label, String(labelValues[i])])), leaf),
    );
    return Promise.resolve({ name, help, type: this.type, values, aggregator: this.aggregator });
  }

  reset(): void {
    this.#observed.clear();
  }

  #valuesOf(labels: Readonly<Record<string, string>>, { counts, sum }: Observed): object[] {
    const { name, buckets } = this.#options;
    let total = 0;
    const cumulated = counts.map((count, i) => ({
      labels: { le: buckets[i] ?? '+Inf', ...labels },
      value: (total += count),
      metricName: `${name}_bucket`,
    }));
    return [
      ...cumulated,
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: total, metricName: `${name}_count` },
    ];
  }
}
