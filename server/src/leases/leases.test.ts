import { beforeEach, describe, expect, it } from 'vitest';
import { createClock, type Clock } from '#kit';
import { Leases, machineClock } from './leases.ts';

const TIMES = { kind: { leaseMs: 60_000, renewMs: 15_000, recoversAhead: true } as const };

describe('leases', () => {
  let clock: Clock;
  let renewed: { readonly held: readonly string[]; readonly endsInMs: number }[];
  let unavailable: readonly string[];
  let lost: string[];
  let leases: Leases<string>;
  beforeEach(() => {
    clock = createClock();
    [renewed, unavailable, lost] = [[], [], []];
    leases = new Leases({
      clock,
      ...TIMES,
      renew: async (held, endsAtMs) => {
        renewed.push({ held, endsInMs: Math.round((endsAtMs - clock.nowMs()) / 1000) * 1000 });
        return held.filter((one) => !unavailable.includes(one));
      },
      onLost: (one) => lost.push(one),
    });
  });

  it('are renewed when it is time, all together, and not before', async () => {
    await leases.renewDue(['a', 'b']);
    await leases.renewDue(['a', 'b', 'c']);
    await clock.advance(14_000);
    await leases.renewDue(['a', 'b', 'c']);
    expect(renewed).toEqual([{ held: ['a', 'b'], endsInMs: 60_000 }]);
    await clock.advance(1000);
    await leases.renewDue(['a', 'b', 'c']);
    expect(renewed[1]).toEqual({ held: ['a', 'b', 'c'], endsInMs: 60_000 });
  });

  it('ask nothing of the database while nothing is held', async () => {
    await leases.renewDue([]);
    expect(renewed).toEqual([]);
  });

  it('say what was lost', async () => {
    unavailable = ['b'];
    await leases.renewDue(['a', 'b']);
    expect(lost).toEqual(['b']);
  });

  it('are renewed again soon after a failure', async () => {
    const failing = new Leases<string>({
      clock,
      ...TIMES,
      renew: async (held) => {
        renewed.push({ held, endsInMs: 0 });
        if (renewed.length === 1) throw new Error('database is away');
        return held;
      },
    });
    const job = failing.job('test.renew', () => ['a']);
    await expect(job.run()).rejects.toThrow('away');
    await job.run();
    await job.run();
    expect(renewed).toHaveLength(2);
    expect(job.everyMs).toBeLessThanOrEqual(1000);
  });

  it('end a lease after the claim', () => {
    const { nowMs, leaseEndsAtMs } = leases.claim();
    expect(Math.abs(nowMs - clock.nowMs())).toBeLessThan(1000);
    expect(leaseEndsAtMs - nowMs).toBe(60_000);
  });

  it('have lapsed when they ended, or end later than they could, but not just after the clock was moved', async () => {
    const { nowMs, latestMs } = leases.lapse()!;
    expect(latestMs! - nowMs).toBe(65_000);
    await clock.advance(1000);
    expect(leases.lapse()).toBeUndefined();
  });

  it('by the machine do not follow the test clock', async () => {
    const machine = machineClock(clock);
    const before = machine.nowMs();
    await clock.advance(3_600_000);
    expect(machine.nowMs() - before).toBeLessThan(10_000);
    expect(machine.offsetMs()).toBe(0);
    const unmoved = new Leases<string>({ clock: machine, ...TIMES, renew: async (held) => held });
    await clock.advance(1000);
    expect(unmoved.lapse()).toBeDefined();
  });
});
