import type { OtlpConfig } from '#config';
import type { HttpExchange, Exchange, RunSummary } from '#exchange';
import { isSampled } from './is-sampled.ts';
import { newTraceId } from './random-ids.ts';
import { parseTraceParent } from './trace-parent.ts';
import { RepeatedFields } from './repeated-fields.ts';
import { SpanWriter } from './span-writer.ts';
import { TracedCall, type SpanOutput } from './traced-call.ts';

export interface TracerOptions {
  /** Undefined: no call is traced. */
  readonly settings: () => OtlpConfig | undefined;
  /** Of the public address, such as `https`. */
  readonly urlScheme: string;
  /** Takes a span that is over, as bytes that are its own only until it returns. */
  readonly add: SpanOutput['add'];
}

/**
 * Decides at its arrival whether a model call is traced. Of a caller who sends `traceparent`, the trace is continued; it
 * may decline to be sampled, and cannot ask for more than the ratio.
 */
export class Tracer {
  readonly #settings: TracerOptions['settings'];
  readonly #output: SpanOutput;

  constructor({ settings, urlScheme, add }: TracerOptions) {
    this.#settings = settings;
    this.#output = { writer: new SpanWriter(), fields: new RepeatedFields(urlScheme), add };
  }

  /** A request arrived. */
  opened(exchange: HttpExchange): void {
    if (!exchange.operation.callsModel) return;
    const ratio = this.#settings()?.sample_ratio ?? 0;
    if (ratio <= 0) return;
    const parent = parseTraceParent(exchange.request.headers['traceparent']);
    if (parent && !parent.sampled) return;
    const traceId = parent?.traceId ?? newTraceId();
    if (!isSampled(traceId, ratio)) return;
    exchange.trace = new TracedCall(exchange, {
      traceId,
      parentSpanId: parent?.spanId,
      output: this.#output,
    });
  }

  /** A request is over. */
  finished({ trace }: Exchange, summary: RunSummary | undefined): void {
    if (trace instanceof TracedCall) trace.ended(summary);
  }
}
