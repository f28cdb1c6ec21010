import type { AttemptTrace, CallTrace, TracedEnd } from '#engine';
import type { Exchange, RunSummary } from '#exchange';
import { newSpanId } from './random-ids.ts';
import type { EngineOperation, RepeatedFields, Route } from './repeated-fields.ts';
import { OwnAttribute, RepeatedAttribute } from './span-attributes.ts';
import type { SpanWriter } from './span-writer.ts';
import { formatTraceParent } from './trace-parent.ts';

/** What all traced calls of a process have in common. */
export interface SpanOutput {
  readonly writer: SpanWriter;
  readonly fields: RepeatedFields;
  /** Takes a span that is over. Its bytes are those of the writer. */
  readonly add: (span: Uint8Array) => void;
}

interface TraceContext {
  readonly traceId: string;
  readonly parentSpanId: string | undefined;
  readonly output: SpanOutput;
}

const STATUS_CODE = new OwnAttribute('http.response.status_code');
const REQUEST_ID = new OwnAttribute('svc.request_id');
const INPUT_TOKENS = new OwnAttribute('svc.input_tokens');
const OUTPUT_TOKENS = new OwnAttribute('svc.output_tokens');
const ENGINE_INPUT_TOKENS = new OwnAttribute('gen_ai.usage.input_tokens');
const ENGINE_OUTPUT_TOKENS = new OwnAttribute('gen_ai.usage.output_tokens');
const FIRST_CHUNK_AFTER = new OwnAttribute('gen_ai.response.time_to_first_chunk');
const ORGANIZATION_ID = RepeatedAttribute.text('svc.organization_id');
const MODEL = RepeatedAttribute.text('svc.model');
const ERROR_CODE = RepeatedAttribute.text('svc.error_code');
const OUTCOME = RepeatedAttribute.text('svc.outcome');
const ERROR_TYPE = RepeatedAttribute.text('error.type');
const RESPONSE_MODEL = RepeatedAttribute.text('gen_ai.response.model');
const FINISH_REASONS = RepeatedAttribute.listOfOne('gen_ai.response.finish_reasons');

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
    const { operation, startedAt, sink, requestId, credential, admission, errorCode } = this.#exchange;
    const { traceId, parentSpanId, output } = this.#context;
    const { status } = sink;
    // Streams that break have begun with 200.
    const failed = (status ?? 0) >= 500 || summary?.outcome === 'failed';
    const span = output.writer
      .start(
        { traceId, spanId: this.#spanId, parentSpanId },
        this.#toTimeMs(startedAt),
        this.#toTimeMs(performance.now()),
      )
      .fields(output.fields.ofOperation(operation))
      .int(STATUS_CODE, status)
      .text(REQUEST_ID, requestId)
      .repeated(ORGANIZATION_ID, credential?.organizationId)
      .repeated(MODEL, admission?.model.id)
      .repeated(ERROR_CODE, errorCode)
      .repeated(OUTCOME, summary?.outcome)
      .int(INPUT_TOKENS, summary?.usage?.inputTokens)
      .int(OUTPUT_TOKENS, summary?.usage?.outputTokens)
      .repeated(ERROR_TYPE, failed ? errorCode : undefined);
    output.add(span.end(failed));
  }

  get #asked(): EngineOperation {
    return this.#exchange.embeddings ? 'embeddings' : 'chat';
  }

  attemptEnded(spanId: string, route: Route, end: TracedEnd): void {
    const { outcome, status, usage, stopReason, responseModel, streamed, startedAtMs, firstOutputAtMs } = end;
    const { traceId, output } = this.#context;
    const failed = !WELL_ENDED.has(outcome);
    const span = output.writer
      .start(
        { traceId, spanId, parentSpanId: this.#spanId },
        this.#toTimeMs(startedAtMs),
        this.#toTimeMs(performance.now()),
      )
      .fields(output.fields.ofRoute(route, this.#asked))
      .repeated(RESPONSE_MODEL, responseModel)
      .int(ENGINE_INPUT_TOKENS, usage?.inputTokens)
      .int(ENGINE_OUTPUT_TOKENS, usage?.outputTokens)
      .repeated(OUTCOME, outcome)
      .repeated(FINISH_REASONS, stopReason)
      .int(STATUS_CODE, status)
      .repeated(ERROR_TYPE, failed ? outcome : undefined);
    if (streamed && firstOutputAtMs !== undefined)
      span.double(FIRST_CHUNK_AFTER, (firstOutputAtMs - startedAtMs) / 1000);
    output.add(span.end(failed));
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
