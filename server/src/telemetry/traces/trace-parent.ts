/** The caller's span, as the header `traceparent` names it (W3C Trace Context, version 00). */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

/** Later versions may add parts behind a further dash. */
const HEADER = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Undefined for a header that is absent or malformed: the call then begins a trace of its own. */
export function parseTraceParent(header: string | readonly string[] | undefined): TraceParent | undefined {
  const match = typeof header === 'string' ? HEADER.exec(header) : null;
  if (!match) return undefined;
  const [, version, traceId, spanId, flags, more] = match;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

/** Of a span that is sampled. */
export function formatTraceParent(traceId: string, spanId: string): string {
  return `00-${traceId}-${spanId}-01`;
}
