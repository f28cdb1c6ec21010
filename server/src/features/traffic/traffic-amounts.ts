import type { Traffic } from '@svc/contract';
import { percentileOf, sumCounts } from './latency-classes.ts';

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

const ADDED = ['requests', 'errors', 'input_tokens', 'output_tokens'] as const;

export function sumAmounts(parts: readonly TrafficAmounts[]): TrafficAmounts {
  const sum = { requests: 0, errors: 0, input_tokens: 0, output_tokens: 0 };
  for (const part of parts) for (const name of ADDED) sum[name] += part[name];
  return {
    ...sum,
    first_output: sumCounts(parts.map((part) => part.first_output)),
    duration: sumCounts(parts.map((part) => part.duration)),
  };
}

/** All of them together, with the percentiles of their latencies. */
export function toTotals(parts: readonly TrafficAmounts[]): Totals {
  const sum = sumAmounts(parts);
  return { ...sum, first_output: toLatency(sum.first_output), duration: toLatency(sum.duration) };
}

function toLatency(counts: readonly number[]): Totals['duration'] {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileOf(counts, share));
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { p50_ms: p50, p95_ms: p95, p99_ms: p99 };
}
