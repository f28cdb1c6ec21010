import type { Traffic } from '@svc/contract';
import { addCounts, percentileOf } from './latency-classes.ts';
import type { ClassCounts, TrafficAmounts } from './store/sum-traffic.ts';

export type Totals = Traffic['total'];

/** Calls by class of both latencies. */
interface LatencyCounts {
  readonly firstOutput: readonly number[];
  readonly duration: readonly number[];
}

const NO_AMOUNTS: TrafficAmounts = { requests: 0, errors: 0, input_tokens: 0, output_tokens: 0 };
const SHARES = [0.5, 0.95, 0.99] as const;

function addAmounts(parts: readonly TrafficAmounts[]): TrafficAmounts {
  return parts.reduce(
    (sum, part) => ({
      requests: sum.requests + part.requests,
      errors: sum.errors + part.errors,
      input_tokens: sum.input_tokens + part.input_tokens,
      output_tokens: sum.output_tokens + part.output_tokens,
    }),
    NO_AMOUNTS,
  );
}

/** What calls came to, with the percentiles of their latencies. */
export function toTotals(amounts: readonly TrafficAmounts[], classes: readonly ClassCounts[]): Totals {
  const { firstOutput, duration } = classes.map(countsOf).reduce(
    (sum, part) => ({
      firstOutput: addCounts(sum.firstOutput, part.firstOutput),
      duration: addCounts(sum.duration, part.duration),
    }),
    { firstOutput: [], duration: [] },
  );
  const { requests, errors, input_tokens, output_tokens } = addAmounts(amounts);
  return {
    requests,
    errors,
    input_tokens,
    output_tokens,
    first_output: toLatency(firstOutput),
    duration: toLatency(duration),
  };
}

function countsOf({ classes }: ClassCounts): LatencyCounts {
  const length = classes.reduce((most, [place]) => Math.max(most, place + 1), 0);
  const firstOutput = Array.from({ length }, () => 0);
  const duration = [...firstOutput];
  for (const [place, ofFirstOutput, ofDuration] of classes) {
    firstOutput[place] = ofFirstOutput;
    duration[place] = ofDuration;
  }
  return { firstOutput, duration };
}

function toLatency(counts: readonly number[]): Totals['duration'] {
  const [p50, p95, p99] = SHARES.map((share) => percentileOf(counts, share));
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { p50_ms: p50, p95_ms: p95, p99_ms: p99 };
}
