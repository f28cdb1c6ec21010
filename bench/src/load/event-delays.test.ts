import { describe, expect, it } from 'vitest';
import { EventDelays, eventDelayPercentiles } from './event-delays.ts';

describe('EventDelays', () => {
  it('counts from the most punctual event of the stream', () => {
    const delays = new EventDelays(5, 100);
    // The first event was 7 ms late, the third and fourth arrived together after a pause.
    for (const [received, nowMs] of [
      [1, 1007],
      [2, 1100],
      [4, 1350],
      [5, 1400],
    ] as const)
      delays.arrived(received, nowMs);
    expect([...delays.between(0, Infinity)]).toEqual([7, 0, 150, 50, 0]);
    expect([...delays.between(1100, 1399)]).toEqual([0, 150, 50]);
  });

  it('has none before the first event, and ignores events beyond those expected', () => {
    const delays = new EventDelays(1, 100);
    expect([...delays.between(0, Infinity)]).toEqual([]);
    delays.arrived(3, 10);
    expect([...delays.between(0, Infinity)]).toEqual([0]);
  });

  it('gives percentiles over all streams', () => {
    const late = new EventDelays(2, 10);
    late.arrived(1, 100);
    late.arrived(2, 140);
    const punctual = new EventDelays(2, 10);
    punctual.arrived(1, 100);
    punctual.arrived(2, 110);
    expect(eventDelayPercentiles([late, punctual], 0, Infinity)).toEqual({
      p50: 0,
      p90: 30,
      p99: 30,
      max: 30,
    });
  });
});
