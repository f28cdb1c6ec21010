import { describe, expect, it } from 'vitest';
import { newId } from '#kit';
import { isOver, nextAttemptAtMs } from './retry-schedule.ts';

const HOUR_MS = 3_600_000;
const STARTED_MS = Date.UTC(2026, 10, 1);

/** The times of all attempts of a delivery that fails each time, from the first on. */
function courseOf(deliveryId: string, retryHours = 72): number[] {
  const times = [STARTED_MS];
  for (;;) {
    const made = { deliveryId, count: times.length, firstAtMs: STARTED_MS, lastAtMs: times.at(-1)! };
    const next = nextAttemptAtMs(made, retryHours);
    if (next === undefined) return times.map((ms) => ms - STARTED_MS);
    times.push(next);
  }
}

describe('the times of attempts', () => {
  it('HOOK-51 HOOK-52 D-HOOK-6 are eleven within 72 hours, whatever the jitter', () => {
    const pauses = [1, 5, 30, 120, 360, 720, 720, 720, 720, 720].map((minutes) => minutes * 60_000);
    for (let delivery = 0; delivery < 2000; delivery++) {
      const times = courseOf(newId('whd_', STARTED_MS + delivery));
      expect(times).toHaveLength(11);
      expect(times.at(-1)).toBeLessThan(72 * HOUR_MS);
      pauses.forEach((pause, index) => {
        const waited = times[index + 1]! - times[index]!;
        expect(waited).toBeLessThanOrEqual(pause * 1.1);
        if (index < 9) expect(waited).toBeGreaterThanOrEqual(pause * 0.9);
      });
    }
  });

  it('are the same for a delivery on any node, and spread over deliveries', () => {
    expect(courseOf('whd_1')).toEqual(courseOf('whd_1'));
    const firsts = Array.from({ length: 200 }, (_, n) => courseOf(`whd_${n}`)[1]!);
    expect(new Set(firsts).size).toBeGreaterThan(190);
  });

  it('end with the hours that an operator sets', () => {
    expect(courseOf('whd_1', 1).map((ms) => Math.round(ms / 60_000)).length).toBe(4);
  });

  it('end when the service was away for too long', () => {
    const made = {
      deliveryId: 'whd_1',
      count: 3,
      firstAtMs: STARTED_MS,
      lastAtMs: STARTED_MS + 80 * HOUR_MS,
    };
    expect(nextAttemptAtMs(made, 72)).toBeUndefined();
    expect([
      isOver(STARTED_MS, STARTED_MS + 72 * HOUR_MS - 1, 72),
      isOver(STARTED_MS, STARTED_MS + 72 * HOUR_MS, 72),
    ]).toEqual([false, true]);
  });
});
