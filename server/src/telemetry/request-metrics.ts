import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Exchange, RunSummary } from '#exchange';
import type { HistogramOptions, Metrics } from '#kit';
import { LazyCounter } from './lazy-counter.ts';
import { LazyHistogram } from './lazy-histogram.ts';

const TOO_MANY = 429;
/** Of requests that were refused before a model was chosen. */
const NO_MODEL = 'other';

const BUCKETS_S = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600];

export interface LabelledNumber {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface LabelledGaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly aggregator: 'sum' | 'max';
}

/** What the service counts. For the operator's own listener: model names are fine here, contents are not. */
export class RequestMetrics implements Metrics {
  readonly registry = new Registry();
  readonly #requests: LazyCounter;
  readonly #runs: LazyCounter;
  readonly #tokens: LazyCounter;
  readonly #limited: LazyCounter;
  readonly #seconds: LazyHistogram;

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'svc_' });
    this.#requests = new LazyCounter(this.registry, 'svc_requests_total', 'Requests answered', [
      'route',
      'status',
      'code',
    ]);
    this.#runs = new LazyCounter(this.registry, 'svc_runs_total', 'Model calls by outcome', [
      'outcome',
      'measured',
    ]);
    this.#tokens = new LazyCounter(this.registry, 'svc_tokens_total', 'Tokens metered', ['model', 'kind']);
    this.#limited = new LazyCounter(this.registry, 'svc_rate_limited_total', 'Requests answered with 429', [
      'model',
      'limit',
      'scope',
    ]);
    this.#seconds = new LazyHistogram(this.registry, {
      name: 'svc_request_duration_seconds',
      help: 'Request duration from arrival to the last byte',
      labelNames: ['route'],
      buckets: BUCKETS_S,
    });
  }

  counter(
    name: string,
    help: string,
    labelNames: readonly string[],
  ): (amount: number, ...values: readonly string[]) => void {
    const counter = new LazyCounter(this.registry, name, help, labelNames);
    return (amount, ...values) => counter.add(amount, ...values);
  }

  histogram(options: HistogramOptions): (value: number, ...values: readonly string[]) => void {
    const histogram = new LazyHistogram(this.registry, options);
    return (value, ...values) => histogram.observe(value, ...values);
  }

  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** Numbers by the values of a label, read when the metrics are scraped. Of several processes they are added up, or the largest is taken. */
  labelledGauge(
    { name, help, labelNames, aggregator }: LabelledGaugeOptions,
    read: () => readonly LabelledNumber[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      aggregator,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { labels, value } of read()) this.set({ ...labels }, value);
      },
    });
  }

  /**
   * Numbers of the shared database, by the values of a label. Every process that is scraped reads the same ones, so of several the largest
   * is taken and not the sum. While they cannot be read there are none.
   */
  sharedGauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Promise<readonly LabelledNumber[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      aggregator: 'max',
      registers: [this.registry],
      async collect() {
        const numbers = await read().catch(() => []);
        this.reset();
        for (const { labels, value } of numbers) this.set({ ...labels }, value);
      },
    });
  }

  record(exchange: Exchange, summary: RunSummary | undefined): void {
    const { operation, admission, sink } = exchange;
    const { path: route } = operation;
    this.#requests.add(1, route, sink.status ?? 0, exchange.errorCode ?? '');
    this.#seconds.observe((performance.now() - exchange.startedAt) / 1000, route);
    if (sink.status === TOO_MANY) this.#countLimited(exchange);
    if (!summary) return;
    this.#runs.add(1, summary.outcome, summary.estimated ? 'false' : 'true');
    if (!summary.usage) return;
    const model = admission?.model.id ?? '';
    this.#tokens.add(summary.usage.inputTokens, model, 'input');
    this.#tokens.add(summary.usage.outputTokens, model, 'output');
  }

  /** By the limit: what was counted, or the code where no counted limit was reached. */
  #countLimited({ admission, errorCode = '', limitReached }: Exchange): void {
    const { measure, scope = '' } = limitReached ?? {};
    this.#limited.add(1, admission?.model.id ?? NO_MODEL, measure ?? errorCode, scope);
  }
}
