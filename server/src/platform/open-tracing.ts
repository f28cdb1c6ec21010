import { OtlpCollector, SpanExporter, Tracer, type RequestMetrics } from '#telemetry';
import type { ProcessParts } from './process-services.ts';

/** Traces of model calls, on their way to the operator's collector. */
export interface Tracing {
  readonly tracer: Tracer;
  readonly exporter: SpanExporter;
  close(): Promise<void>;
}

export function openTracing(
  { deployment, clock, log, nodeId, baseUrl }: ProcessParts,
  metrics: RequestMetrics,
): Tracing {
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
  return {
    tracer: new Tracer({ settings, urlScheme, add: (span) => exporter.add(span) }),
    exporter,
    async close() {
      await exporter.close();
      await collector.close();
    },
  };
}
