import type { OtlpConfig } from '#config';
import type { HttpExchange, Exchange, RunSummary } from '#exchange';
import { isSampled } from './is-sampled.ts';
import { newTraceId } from './random-ids.ts';
import { parseTraceParent } from './trace-parent.ts';
import { TracedCall } from './traced-call.ts';

export interface TracerOptions {
  /** Undefined: no call is traced. */
  readonly settings: () => OtlpConfig | undefined;
  /** Of the public address, such as `https`. */
  readonly urlScheme: string;
  /** Takes a span that is over, as JSON. */
  readonly add: (span: string) => void;
}

/**
 * Decides at its arrival whether a model call is traced. Of a caller who sends `traceparent`, the trace is continued; it
 * may decline to be sampled, and cannot ask for more than the ratio.
 */
export class Tracer {
  readonly #options: TracerOptions;

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  /** A request arrived. */
  opened(exchange: HttpExchange): void {
    if (!exchange.operation.callsModel) return;
    const ratio = this.#options.settings()?.sample_ratio ?? 0;
    if (ratio <= 0) return;
    const parent = parseTraceParent(exchange.request.headers['traceparent']);
    if (parent && !parent.sampled) return;
    const traceId = parent?.traceId ?? newTraceId();
    if (!isSampled(traceId, ratio)) return;
    const { urlScheme, add } = this.#options;
    exchange.trace = new TracedCall(exchange, { traceId, parentSpanId: parent?.spanId, urlScheme, add });
  }

  /** A request is over. */
  finished({ trace }: Exchange, summary: RunSummary | undefined): void {
    if (trace instanceof TracedCall) trace.ended(summary);
  }
}
