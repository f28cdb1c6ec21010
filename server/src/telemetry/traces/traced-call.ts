import type { AttemptTrace, CallTrace, TracedEnd } from '#engine';
import type { Exchange, RunSummary } from '#exchange';
import { encodeSpan, SPAN_KINDS, SpanAttributes } from './encode-span.ts';
import { newSpanId } from './random-ids.ts';
import { formatTraceParent } from './trace-parent.ts';

type Route = Parameters<CallTrace['startAttempt']>[0];

interface TraceContext {
  readonly traceId: string;
  readonly parentSpanId: string | undefined;
  /** Of the public address. */
  readonly urlScheme: string;
  /** Takes a span that is over, as JSON. */
  readonly add: (span: string) => void;
}

/** Outcomes that are no failure of the engine. */
const WELL_ENDED: ReadonlySet<string> = new Set(['completed', 'cancelled']);

/**
 * One sampled call: a server span for the request, and a client span for each attempt at an engine. Attributes are
 * names of the configuration, ids, codes and numbers: nothing of what was said, sent or received.
 */
export class TracedCall implements CallTrace {
  readonly #exchange: Exchange;
  readonly #context: TraceContext;
  readonly #spanId = newSpanId();

  constructor(exchange: Exchange, context: TraceContext) {
    this.#exchange = exchange;
    this.#context = context;
  }

  startAttempt(route: Route): AttemptTrace {
    return new TracedAttempt(this, route, this.#context.traceId);
  }

  /** The request is over. */
  ended(summary: RunSummary | undefined): void {
    const { operation, startedAt, sink, errorCode } = this.#exchange;
    const { status } = sink;
    // Streams that break have begun with 200.
    const failed = (status ?? 0) >= 500 || summary?.outcome === 'failed';
    this.#context.add(
      encodeSpan({
        traceId: this.#context.traceId,
        spanId: this.#spanId,
        parentSpanId: this.#context.parentSpanId,
        name: `${operation.method} ${operation.path}`,
        kind: SPAN_KINDS.server,
        startedAtMs: this.#toTimeMs(startedAt),
        endedAtMs: this.#toTimeMs(performance.now()),
        attributes: this.#callAttributes(summary).text('error.type', failed ? errorCode : undefined),
        failed,
      }),
    );
  }

  /** What the engine is asked for. */
  get #operationName(): string {
    return this.#exchange.embeddings ? 'embeddings' : 'chat';
  }

  #callAttributes(summary: RunSummary | undefined): SpanAttributes {
    const { operation, sink, requestId, credential, admission, errorCode } = this.#exchange;
    return new SpanAttributes()
      .text('http.request.method', operation.method)
      .text('http.route', operation.path)
      .text('url.path', operation.path)
      .text('url.scheme', this.#context.urlScheme)
      .int('http.response.status_code', sink.status)
      .id('svc.request_id', requestId)
      .text('svc.organization_id', credential?.organizationId)
      .text('svc.model', admission?.model.id)
      .text('svc.error_code', errorCode)
      .text('svc.outcome', summary?.outcome)
      .int('svc.input_tokens', summary?.usage?.inputTokens)
      .int('svc.output_tokens', summary?.usage?.outputTokens);
  }

  attemptEnded(spanId: string, route: Route, end: TracedEnd): void {
    const { host, model } = route;
    const { outcome, status, startedAtMs } = end;
    const failed = !WELL_ENDED.has(outcome);
    const operation = this.#operationName;
    this.#context.add(
      encodeSpan({
        traceId: this.#context.traceId,
        spanId,
        parentSpanId: this.#spanId,
        name: `${operation} ${model}`,
        kind: host.server ? SPAN_KINDS.client : SPAN_KINDS.internal,
        startedAtMs: this.#toTimeMs(startedAtMs),
        endedAtMs: this.#toTimeMs(performance.now()),
        attributes: attemptAttributes(operation, route, end)
          .int('http.response.status_code', status)
          .text('error.type', failed ? outcome : undefined),
        failed,
      }),
    );
  }

  /** From `performance.now()` to the service's clock. */
  #toTimeMs(performanceMs: number): number {
    const { receivedAtMs, startedAt } = this.#exchange;
    return receivedAtMs + (performanceMs - startedAt);
  }
}

/**
 * A class rather than a literal with a function in it: V8 allocates such a function in the old generation, where it keeps its whole
 * call until a full collection.
 */
class TracedAttempt implements AttemptTrace {
  readonly traceparent: string;
  readonly #call: TracedCall;
  readonly #route: Route;
  readonly #spanId = newSpanId();

  constructor(call: TracedCall, route: Route, traceId: string) {
    this.#call = call;
    this.#route = route;
    this.traceparent = formatTraceParent(traceId, this.#spanId);
  }

  ended(end: TracedEnd): void {
    this.#call.attemptEnded(this.#spanId, this.#route, end);
  }
}

function attemptAttributes(
  operation: string,
  { host, model, modelId }: Route,
  end: TracedEnd,
): SpanAttributes {
  const { usage, stopReason, answeredBy, streamed, startedAtMs, firstOutputAtMs, outcome } = end;
  const attributes = new SpanAttributes()
    .text('gen_ai.operation.name', operation)
    .text('gen_ai.provider.name', host.type)
    .text('gen_ai.request.model', model)
    .text('gen_ai.response.model', answeredBy)
    .int('gen_ai.usage.input_tokens', usage?.inputTokens)
    .int('gen_ai.usage.output_tokens', usage?.outputTokens)
    .text('server.address', host.server?.address)
    .int('server.port', host.server?.port)
    .text('svc.engine', host.name)
    .text('svc.model', modelId)
    .text('svc.outcome', outcome);
  if (stopReason !== undefined) attributes.texts('gen_ai.response.finish_reasons', [stopReason]);
  if (streamed && firstOutputAtMs !== undefined)
    attributes.double('gen_ai.response.time_to_first_chunk', (firstOutputAtMs - startedAtMs) / 1000);
  return attributes;
}
