import { describe, expect, it } from 'vitest';
import { isAlarming, mergeHealth, type HookHealth } from './hook-health.ts';
import { mergeObservations, sawFailure, sawVerdict, type HookObservations } from './hook-observations.ts';

const MINUTE_MS = 60_000;
const HEALTHY = {
  failing_since_at: null,
  last_failure_at: null,
  last_verdict_at: null,
  alarmed_at: null,
  updated_at: 0,
};

/** What one node saw: failures at the times, verdicts where `v` stands before them. */
function seen(...times: readonly (number | `v${number}`)[]): HookObservations {
  const each = times.map((time) =>
    typeof time === 'number' ? sawFailure(time) : sawVerdict(Number(time.slice(1)), false),
  );
  return each.slice(1).reduce((earlier, later) => mergeObservations(earlier, later), each[0]!);
}

function failingSince(row: Partial<HookHealth & { updated_at: number }>, sightings: HookObservations) {
  return mergeHealth({ ...HEALTHY, ...row }, sightings).failing_since_at;
}

describe('the health of a hook', () => {
  it('fails since the first failure after the last verdict, whichever node saw it', () => {
    expect(failingSince({}, seen(10, 20))).toBe(10);
    expect(failingSince({}, seen(10, 'v15', 20, 25))).toBe(20);
    expect(failingSince({}, seen(10, 'v15'))).toBeNull();
    expect(failingSince({ failing_since_at: 5 }, seen(10))).toBe(5);
    expect(failingSince({ failing_since_at: 15 }, seen(10)), 'reported late').toBe(10);
    expect(failingSince({ failing_since_at: 5 }, seen('v7'))).toBeNull();
    expect(failingSince({ failing_since_at: 5 }, seen('v4')), 'an older verdict, reported late').toBe(5);
    expect(failingSince({ failing_since_at: 5 }, seen('v7', 9))).toBe(9);
  });

  it('does not count failures from before the last verdict or the last change of the settings', () => {
    expect(failingSince({ last_verdict_at: 15 }, seen(10, 12))).toBeNull();
    expect(failingSince({ last_verdict_at: 15 }, seen(10, 20)), 'the first one known after it').toBe(20);
    expect(failingSince({ updated_at: 15 }, seen(10))).toBeNull();
  });

  it('POLICY-16 alarms once after the time, until there was a verdict', () => {
    const first = mergeHealth(HEALTHY, seen(1000, 1000 + 5 * MINUTE_MS - 1));
    expect(isAlarming(first, 5 * MINUTE_MS)).toBe(false);
    const late = mergeHealth({ ...HEALTHY, ...first }, seen(1000 + 5 * MINUTE_MS));
    expect(isAlarming(late, 5 * MINUTE_MS)).toBe(true);
    const received = { ...HEALTHY, ...late, alarmed_at: 1000 + 5 * MINUTE_MS };
    const later = mergeHealth(received, seen(1000 + 9 * MINUTE_MS));
    expect(isAlarming(later, 5 * MINUTE_MS)).toBe(false);
    const failingAgain = mergeHealth({ ...received, ...later }, seen('v600000', 600_001));
    expect([failingAgain.alarmed_at, failingAgain.failing_since_at]).toEqual([null, 600_001]);
    const again = mergeHealth({ ...HEALTHY, ...failingAgain }, seen(600_001 + 5 * MINUTE_MS));
    expect(isAlarming(again, 5 * MINUTE_MS)).toBe(true);
  });
});

describe('what a node saw', () => {
  it('is counted by the minute', () => {
    const denied = mergeObservations(sawVerdict(MINUTE_MS - 1, true), sawVerdict(MINUTE_MS, false));
    expect([...mergeObservations(denied, sawFailure(MINUTE_MS + 5)).minutes]).toEqual([
      [0, { calls: 1, denied: 1, failed: 0 }],
      [MINUTE_MS, { calls: 2, denied: 0, failed: 1 }],
    ]);
  });
});
