import type { HookObservations } from './hook-observations.ts';
import type { HookRow } from './store.ts';

export type HookHealth = Pick<
  HookRow,
  'failing_since_at' | 'last_failure_at' | 'last_verdict_at' | 'alarmed_at'
>;

/**
 * What is known of a hook once the observations of one node are added. Nodes report in any order, so that the failures of one may be older than
 * the last verdict of another: those no longer count. Nor do those from before the settings were replaced.
 */
export function mergeHealth(
  row: HookHealth & Pick<HookRow, 'updated_at'>,
  seen: Omit<HookObservations, 'minutes'>,
): HookHealth {
  const failsStill =
    row.failing_since_at !== null &&
    (seen.lastVerdictMs === null || seen.lastVerdictMs < row.failing_since_at);
  const failingSince = firstFailure(seen, Math.max(row.last_verdict_at ?? 0, row.updated_at));
  return {
    failing_since_at: failsStill ? earliest(row.failing_since_at, failingSince) : failingSince,
    last_failure_at: latest(row.last_failure_at, seen.lastFailureMs),
    last_verdict_at: latest(row.last_verdict_at, seen.lastVerdictMs),
    alarmed_at: failsStill ? row.alarmed_at : null,
  };
}

/** Whether owners must be told now (POLICY-16). */
export function isAlarming({ failing_since_at, last_failure_at, alarmed_at }: HookHealth, afterMs: number) {
  return (
    alarmed_at === null &&
    failing_since_at !== null &&
    last_failure_at !== null &&
    last_failure_at - failing_since_at >= afterMs
  );
}

/** The first one that the node knows of from then on. It keeps the first and the last. */
function firstFailure(
  { failingSinceMs, lastFailureMs }: Omit<HookObservations, 'minutes'>,
  fromMs: number,
): number | null {
  if (failingSinceMs === null || lastFailureMs === null || lastFailureMs < fromMs) return null;
  return failingSinceMs >= fromMs ? failingSinceMs : lastFailureMs;
}

function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
