/** Neighbouring classes begin this far apart. A percentile is the middle of its class, so it is off by at most √1.2 − 1, which is 9.6 %. */
const RATIO = 1.2;
/** Of everything longer, too: 36 minutes. */
const LAST_CLASS = 80;
const LOG_RATIO = Math.log(RATIO);

/** Class 0 has what takes at most a millisecond, class n what takes at most 1.2 to the power of n. Fixed for ever: stored counts are added to. */
function latencyClass(ms: number): number {
  return ms <= 1 ? 0 : Math.min(LAST_CLASS, Math.ceil(Math.log(ms) / LOG_RATIO));
}

/** How many are in each class. Ends with the last class that has any. */
export function countByClass(latenciesMs: readonly number[]): readonly number[] {
  const counts: number[] = [];
  for (const ms of latenciesMs) {
    const place = latencyClass(ms);
    while (counts.length <= place) counts.push(0);
    counts[place]!++;
  }
  return counts;
}

/** The counts of all parts, which are those of all their latencies together. Added up in one list: there may be ten thousand parts. */
export function sumCounts(parts: readonly (readonly number[])[]): readonly number[] {
  const sum: number[] = [];
  for (const counts of parts) {
    while (sum.length < counts.length) sum.push(0);
    for (let place = 0; place < counts.length; place++) sum[place]! += counts[place]!;
  }
  return sum;
}

/** Milliseconds that this share of the calls took at most. Undefined: there are none. */
export function percentileOf(counts: readonly number[], share: number): number | undefined {
  const rank = Math.ceil(share * counts.reduce((sum, count) => sum + count, 0));
  if (rank === 0) return undefined;
  let passed = 0;
  const place = counts.findIndex((count) => (passed += count) >= rank);
  return place === 0 ? 1 : Math.round(RATIO ** (place - 0.5));
}
