import type { Traffic } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { percentileOf, sumCounts } from './latency-classes.ts';

/** What some calls came to. */
export interface TrafficAmounts {
  readonly requests: number;
  readonly errors: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_tokens: number;
  readonly cache_saved_nanos: number;
  /** Calls by class of their milliseconds. */
  readonly first_output: readonly number[];
  readonly duration: readonly number[];
}

type Totals = Traffic['total'];

const ADDED = [
  'requests',
  'errors',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_saved_nanos',
] as const;
type Added = Record<(typeof ADDED)[number], number>;

export function sumAmounts(parts: readonly TrafficAmounts[]): TrafficAmounts {
  const sum = Object.fromEntries(ADDED.map((name) => [name, 0])) as Added;
  for (const part of parts) for (const name of ADDED) sum[name] += part[name];
  return {
    ...sum,
    first_output: sumCounts(parts.map((part) => part.first_output)),
    duration: sumCounts(parts.map((part) => part.duration)),
  };
}

/** All of them together, with the percentiles of their latencies. */
export function toTotals(parts: readonly TrafficAmounts[]): Totals {
  const { cache_saved_nanos: saved, ...sum } = sumAmounts(parts);
  return {
    ...sum,
    cache_saved_usd: nanosToDecimal(BigInt(saved)),
    first_output: toLatency(sum.first_output),
    duration: toLatency(sum.duration),
  };
}

function toLatency(counts: readonly number[]): Totals['duration'] {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileOf(counts, share));
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { p50_ms: p50, p95_ms: p95, p99_ms: p99 };
}
