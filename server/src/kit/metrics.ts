export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** At least one. */
  readonly labelNames: readonly string[];
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

/** Where capabilities register what they count and measure. Values of labels are names of the service, never contents of calls. */
export interface Metrics {
  /** Counts the amount, under the values of the labels. */
  counter(
    name: string,
    help: string,
    labelNames: readonly string[],
  ): (amount: number, ...values: readonly string[]) => void;
  /** Observes the value, under the values of the labels. */
  histogram(options: HistogramOptions): (value: number, ...values: readonly string[]) => void;
  /** A number read when the metrics are scraped. */
  gauge(name: string, help: string, read: () => number): void;
}
