import type { Limits } from '#config';
import type { Exchange, HttpExchange, RunSummary } from '#exchange';
import type { Audit } from '#features/audit';
import type { RequestRecorder } from '#features/request-records';
import type { Log } from '#kit';
import { logRequest, type RequestMetrics, type Tracing } from '#telemetry';

interface RequestEndParts {
  readonly log: Log;
  readonly limits: () => Limits;
  readonly metrics: RequestMetrics;
  readonly tracing: Tracing;
  readonly requestRecorder: RequestRecorder;
  readonly audit: Audit;
}

export function openRequestEnds(parts: RequestEndParts) {
  const { log, limits, metrics, tracing, requestRecorder, audit } = parts;
  /** A request is over. A metered run reports its own end, which comes after its record was written. */
  const finished = (exchange: Exchange, summary: RunSummary | undefined): void => {
    logRequest(log, exchange, summary, limits());
    metrics.record(exchange, summary);
    tracing.tracer.finished(exchange, summary);
    requestRecorder.finished(exchange, summary);
  };
  /** The response of a request is over, complete or not. */
  const closed = (exchange: HttpExchange): void => {
    audit.requests.finished(exchange);
    if (!exchange.metered) finished(exchange, undefined);
  };
  return { finished, closed };
}
