import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Exchange, RunSummary } from '#exchange';
import { LazyCounter } from './lazy-counter.ts';
import { LazyHistogram } from './lazy-histogram.ts';

const BUCKETS_S = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600];

export interface LabelledNumber {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What the service counts. For the operator's own listener: model names are fine here, contents are not. */
export class RequestMetrics {
  readonly registry = new Registry();
  readonly #requests: LazyCounter;
  readonly #runs: LazyCounter;
  readonly #tokens: LazyCounter;
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
    this.#seconds = new LazyHistogram(this.registry, {
      name: 'svc_request_duration_seconds',
      help: 'Request duration from arrival to the last byte',
      labelName: 'route',
      buckets: BUCKETS_S,
    });
  }

  /** What another capability counts: the amount, then the values of the labels. */
  counter(
    name: string,
    help: string,
    labelNames: readonly string[],
  ): (amount: number, ...values: readonly string[]) => void {
    const counter = new LazyCounter(this.registry, name, help, labelNames);
    return (amount, ...values) => counter.add(amount, ...values);
  }

  /** A number read when the metrics are scraped. */
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
    this.#seconds.observe(route, (performance.now() - exchange.startedAt) / 1000);
    if (!summary) return;
    this.#runs.add(1, summary.outcome, summary.estimated ? 'false' : 'true');
    if (!summary.usage) return;
    const model = admission?.model.id ?? '';
    this.#tokens.add(summary.usage.inputTokens, model, 'input');
    this.#tokens.add(summary.usage.outputTokens, model, 'output');
  }
}
