import { describe, expect, it } from 'vitest';
import { KeyHealth } from './key-health.ts';

describe('KeyHealth', () => {
  it('D-ENG-29: rests for the hint exactly, at whatever fraction of a millisecond it begins', () => {
    for (let step = 0; step < 10_000; step++) {
      const nowMs = 1000 + step * 1.234_567;
      const health = new KeyHealth();
      health.throttled(nowMs, 7);
      expect(health.restMs(nowMs)).toBe(7000);
    }
  });

  it('D-ENG-29: rests until the last fraction of a millisecond is over', () => {
    const health = new KeyHealth();
    health.throttled(0.5, 7);
    expect([7000, 7000.5].map((nowMs) => [health.allows(nowMs), health.restMs(nowMs)])).toEqual([
      [false, 1],
      [true, 0],
    ]);
  });
});
