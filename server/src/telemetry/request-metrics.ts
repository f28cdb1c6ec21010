import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Exchange, RunSummary } from '#exchange';

/** What the service counts. For the operator's own listener: model and engine names are fine here, contents are not. */
export class RequestMetrics {
  readonly registry = new Registry();
  readonly #requests: Counter<'route' | 'status' | 'code'>;
  readonly #seconds: Histogram<'route'>;
  readonly #tokens: Counter<'model' | 'kind'>;
  readonly #runs: Counter<'outcome' | 'measured'>;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, prefix: 'svc_' });
    this.#requests = new Counter({ name: 'svc_requests_total', help: 'Requests answered', labelNames: ['route', 'status', 'code'], registers });
    this.#seconds = new Histogram({
      name: 'svc_request_duration_seconds',
      help: 'From arrival to the last byte',
      labelNames: ['route'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600],
      registers,
    });
    this.#tokens = new Counter({ name: 'svc_tokens_total', help: 'Tokens metered', labelNames: ['model', 'kind'], registers });
    this.#runs = new Counter({ name: 'svc_runs_total', help: 'Model calls by how they ended', labelNames: ['outcome', 'measured'], registers });
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

  record(exchange: Exchange, summary: RunSummary | undefined): void {
    const { response, operation, admission } = exchange;
    const route = operation.id === 'unrouted' ? 'unrouted' : operation.path;
    this.#requests.inc({ route, status: response.headersSent ? response.statusCode : 0, code: exchange.errorCode ?? '' });
    this.#seconds.observe({ route }, (performance.now() - exchange.startedAt) / 1000);
    if (!summary) return;
    this.#runs.inc({ outcome: summary.outcome, measured: String(!summary.estimated) });
    if (!summary.usage) return;
    this.#tokens.inc({ model: admission.model.id, kind: 'input' }, summary.usage.inputTokens);
    this.#tokens.inc({ model: admission.model.id, kind: 'output' }, summary.usage.outputTokens);
  }
}
