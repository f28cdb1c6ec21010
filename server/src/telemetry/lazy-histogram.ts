import type { Metric, Registry } from 'prom-client';

export interface LazyHistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly labelName: string;
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

/** What was observed for one value of the label. */
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
  readonly #options: LazyHistogramOptions;
  readonly #observed = new Map<string, Observed>();

  constructor(registry: Registry, options: LazyHistogramOptions) {
    this.name = options.name;
    this.#options = options;
    // Safe: of a metric the registry uses its name, `get` and `reset`.
    registry.registerMetric(this as unknown as Metric);
  }

  observe(labelValue: string, value: number): void {
    const { buckets } = this.#options;
    let observed = this.#observed.get(labelValue);
    if (!observed) {
      observed = { counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 };
      this.#observed.set(labelValue, observed);
    }
    let bucket = 0;
    while (bucket < buckets.length && value > buckets[bucket]!) bucket++;
    observed.counts[bucket]!++;
    observed.sum += value;
  }

  /** As the library's own histograms report themselves. */
  get(): Promise<object> {
    const { name, help, labelName } = this.#options;
    const values = [...this.#observed].flatMap(([value, observed]) =>
      this.#valuesOf({ [labelName]: value }, observed),
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
