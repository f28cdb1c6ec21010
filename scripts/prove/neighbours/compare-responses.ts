import { percentile } from '../proof.ts';

/** One call of a measured tenant. */
export interface Timed {
  readonly startedAtMs: number;
  /** Without the time in which the service waited for a processor. */
  readonly elapsedMs: number;
  readonly clockMs: number;
}

const SHARE = 0.99;
const SLICE_MS = 1000;
/** A slice in which even the quiet service was this much slower than usual was the machine's doing. */
const STALL = 3;

/** Below which 99 in 100 calls stay. */
export interface Slowest {
  readonly elapsedMs: number;
  readonly clockMs: number;
}

export interface Comparison {
  readonly quiet: Slowest;
  readonly loaded: Slowest;
  /** Seconds that were compared. */
  readonly seconds: number;
}

/**
 * Compares calls to a service with load and to a quiet one at the same time. Seconds in which the machine stopped the quiet service,
 * too, are left out for both: they say nothing of the load. Which they are is judged by the quiet service alone.
 */
export function compareResponses(quiet: readonly Timed[], loaded: readonly Timed[]): Comparison {
  const slices = Map.groupBy(quiet, sliceOf);
  const slowest = new Map(
    [...slices].map(([slice, calls]) => [slice, Math.max(...calls.map(({ clockMs }) => clockMs))]),
  );
  const usualMs = percentile([...slowest.values()], 0.5);
  const calm = new Set([...slowest].flatMap(([slice, ms]) => (ms <= usualMs * STALL ? [slice] : [])));
  const slowestOf = (calls: readonly Timed[]): Slowest => {
    const compared = calls.filter((call) => calm.has(sliceOf(call)));
    return {
      elapsedMs: percentile(
        compared.map(({ elapsedMs }) => elapsedMs),
        SHARE,
      ),
      clockMs: percentile(
        compared.map(({ clockMs }) => clockMs),
        SHARE,
      ),
    };
  };
  return { quiet: slowestOf(quiet), loaded: slowestOf(loaded), seconds: calm.size };
}

function sliceOf({ startedAtMs }: Timed): number {
  return Math.floor(startedAtMs / SLICE_MS);
}
