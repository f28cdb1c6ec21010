import { MINUTE_MS } from '#kit';
import type { HookCounts } from './store.ts';

/** What one node saw of a hook and has not written yet. */
export interface HookObservations {
  /** By the start of the minute. */
  readonly minutes: ReadonlyMap<number, HookCounts>;
  readonly lastVerdictMs: number | null;
  readonly lastFailureMs: number | null;
  /** The first failure after the last verdict. */
  readonly failingSinceMs: number | null;
}

export function sawVerdict(nowMs: number, denied: boolean): HookObservations {
  const counts = { calls: 1, denied: denied ? 1 : 0, failed: 0 };
  return {
    minutes: new Map([[minuteOf(nowMs), counts]]),
    lastVerdictMs: nowMs,
    lastFailureMs: null,
    failingSinceMs: null,
  };
}

export function sawFailure(nowMs: number): HookObservations {
  return {
    minutes: new Map([[minuteOf(nowMs), { calls: 1, denied: 0, failed: 1 }]]),
    lastVerdictMs: null,
    lastFailureMs: nowMs,
    failingSinceMs: nowMs,
  };
}

/** Both together. */
export function mergeObservations(
  earlier: HookObservations | undefined,
  later: HookObservations,
): HookObservations {
  if (!earlier) return later;
  const minutes = new Map(earlier.minutes);
  for (const [minuteMs, counts] of later.minutes) minutes.set(minuteMs, add(minutes.get(minuteMs), counts));
  return {
    minutes,
    lastVerdictMs: later.lastVerdictMs ?? earlier.lastVerdictMs,
    lastFailureMs: later.lastFailureMs ?? earlier.lastFailureMs,
    failingSinceMs:
      later.lastVerdictMs === null ? (earlier.failingSinceMs ?? later.failingSinceMs) : later.failingSinceMs,
  };
}

function add(one: HookCounts | undefined, other: HookCounts): HookCounts {
  if (!one) return other;
  return {
    calls: one.calls + other.calls,
    denied: one.denied + other.denied,
    failed: one.failed + other.failed,
  };
}

function minuteOf(ms: number): number {
  return ms - (ms % MINUTE_MS);
}
