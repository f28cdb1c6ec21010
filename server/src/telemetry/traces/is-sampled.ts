/** The last 56 bits of a trace id, which are random. */
const RANDOM_DIGITS = 14;
const RANDOM_VALUES = 2 ** 56;

/** The same for every service that decides by the trace id, so that traces are kept whole. `ratio`: from 0 to 1. */
export function isSampled(traceId: string, ratio: number): boolean {
  return ratio >= 1 || Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) / RANDOM_VALUES < ratio;
}
