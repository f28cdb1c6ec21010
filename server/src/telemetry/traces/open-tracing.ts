import type { DeploymentConfig } from '#config';
import type { Clock, Closing, Log, Metrics } from '#kit';
import { OtlpCollector } from './otlp-collector.ts';
import { SpanExporter } from './span-exporter.ts';
import { Tracer } from './tracer.ts';

/** Traces of model calls, on their way to the operator's collector. */
export interface Tracing {
  readonly tracer: Tracer;
  readonly exporter: SpanExporter;
  close(): Promise<void>;
}

interface TracingParts {
  readonly deployment: () => DeploymentConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeId: string;
  readonly baseUrl: string;
  readonly metrics: Metrics;
  readonly closing: Closing;
}

export function openTracing(parts: TracingParts): { readonly tracing: Tracing } {
  const { deployment, clock, log, nodeId, baseUrl, metrics, closing } = parts;
  const settings = () => deployment().telemetry.otlp;
  const count = metrics.counter('svc_trace_spans_total', 'Spans of traced calls by what became of them', [
    'outcome',
  ]);
  const collector = new OtlpCollector({
    settings,
    resource: { 'service.name': 'svc', 'service.instance.id': nodeId },
  });
  const exporter = new SpanExporter({
    newBatch: () => collector.newBatch(),
    send: (batch, signal) => collector.send(batch, signal),
    clock,
    log,
    count,
  });
  const urlScheme = new URL(baseUrl).protocol.slice(0, -1);
  const tracing: Tracing = {
    tracer: new Tracer({ settings, urlScheme, add: (span) => exporter.add(span) }),
    exporter,
    async close() {
      await exporter.close();
      await collector.close();
    },
  };
  return { tracing: closing(tracing) };
}
