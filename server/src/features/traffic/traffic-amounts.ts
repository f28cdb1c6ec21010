import type { Traffic } from '@svc/contract';
import { addCounts, addCountsTo, percentileOf } from './latency-classes.ts';

/** What some calls came to. */
export interface TrafficAmounts {
  readonly requests: number;
  readonly errors: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Calls by class of their milliseconds. */
  readonly first_output: readonly number[];
  readonly duration: readonly number[];
}

type Totals = Traffic['total'];

export const NO_TRAFFIC: TrafficAmounts = {
  requests: 0,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  first_output: [],
  duration: [],
};

export function addAmounts(sum: TrafficAmounts, part: TrafficAmounts): TrafficAmounts {
  return {
    requests: sum.requests + part.requests,
    errors: sum.errors + part.errors,
    input_tokens: sum.input_tokens + part.input_tokens,
    output_tokens: sum.output_tokens + part.output_tokens,
    first_output: addCounts(sum.first_output, part.first_output),
    duration: addCounts(sum.duration, part.duration),
  };
}

/** All of them together, with the percentiles of their latencies. Added up in place: there may be ten thousand. */
export function toTotals(parts: readonly TrafficAmounts[]): Totals {
  const sum = { requests: 0, errors: 0, input_tokens: 0, output_tokens: 0 };
  const [firstOutput, duration]: [number[], number[]] = [[], []];
  for (const part of parts) {
    sum.requests += part.requests;
    sum.errors += part.errors;
    sum.input_tokens += part.input_tokens;
    sum.output_tokens += part.output_tokens;
    addCountsTo(firstOutput, part.first_output);
    addCountsTo(duration, part.duration);
  }
  return { ...sum, first_output: toLatency(firstOutput), duration: toLatency(duration) };
}

function toLatency(counts: readonly number[]): Totals['duration'] {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileOf(counts, share));
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { p50_ms: p50, p95_ms: p95, p99_ms: p99 };
}
