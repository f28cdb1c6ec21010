import { describe, expect, it, vi } from 'vitest';
import { createClock } from '#kit';
import { FakeLender } from '../test-support/fake-lender.ts';
import { LocalCapacity, type EngineSlots } from './capacity.ts';
import { SlotCount } from './slot-count.ts';
import { SlotSlice } from './slot-slice.ts';

/** Fills slots with background runs that release theirs when preempted. */
function fill(slots: EngineSlots, most = Infinity): string[] {
  const preempted: string[] = [];
  for (let i = 0; i < most && slots.hasBackgroundRoom; i++) {
    const run = {
      preempt: () => {
        preempted.push(`run ${i}`);
        slots.releaseBackground(run);
      },
    };
    slots.takeInBackground(run);
  }
  return preempted;
}

const takeLive = (slots: EngineSlots, count: number): void => {
  for (let i = 0; i < count; i++) slots.take('org');
};

describe('slots for background work', () => {
  it('D-78 are those that live calls leave free, minus a reserve of a tenth', () => {
    const slots = new SlotCount(20);
    fill(slots);
    expect(slots.background).toBe(18);
    const busy = new SlotCount(20);
    takeLive(busy, 12);
    fill(busy);
    expect(busy.background).toBe(6);
    const single = new SlotCount(1);
    fill(single);
    expect(single.background).toBe(1);
  });

  it('D-78 go from the youngest run to the live call that needs one, and to no more calls than that', () => {
    const slots = new SlotCount(10);
    const preempted = fill(slots);
    expect(slots.background).toBe(9);
    takeLive(slots, 1);
    expect(preempted).toEqual([]);
    takeLive(slots, 2);
    expect(preempted).toEqual(['run 8', 'run 7']);
    takeLive(slots, 7);
    expect([slots.background, slots.inUse]).toEqual([0, 10]);
    slots.take('org');
    expect(slots.inUse).toBe(11);
  });

  it('D-78 neither fill an engine for live calls nor count towards a share', () => {
    const capacity = new LocalCapacity();
    const slots = capacity.slots(10);
    fill(slots);
    for (let i = 0; i < 10; i++) {
      capacity.check([slots], 'org');
      slots.take('org');
    }
    expect(() => capacity.check([slots], 'org')).toThrow(
      expect.objectContaining({ catalogName: 'temporarily_unavailable' }),
    );
  });

  it('D-78 stay free for a while after live calls needed them', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const slots = new SlotCount(20);
      takeLive(slots, 10);
      for (let i = 0; i < 10; i++) slots.release('org');
      fill(slots);
      expect(slots.background).toBe(8);
      vi.advanceTimersByTime(5000);
      fill(slots);
      expect(slots.background).toBe(13);
      vi.advanceTimersByTime(60_000);
      fill(slots);
      expect(slots.background).toBe(18);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('slots for background work of an engine with one slot', () => {
  it('D-78 come back after a live call', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const slots = new SlotCount(1);
      takeLive(slots, 1);
      slots.release('org');
      fill(slots);
      expect(slots.background).toBe(0);
      vi.advanceTimersByTime(6000);
      fill(slots);
      expect(slots.background).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('slots for background work, shared with other nodes', () => {
  const openSlice = async (leasedByAll: number, holders: number) => {
    const lender = new FakeLender();
    let elsewhere = leasedByAll;
    lender.respond = ({ kept, wanted }) => ({
      leased: kept + wanted.length,
      leasedByAll: kept + wanted.length + elsewhere,
      holders,
    });
    const slice = new SlotSlice({ capacity: 100, engine: 'e', holder: 'h', lender, clock: createClock() });
    await expect.poll(() => lender.claims.length).toBeGreaterThan(0);
    await new Promise((resolve) => setImmediate(resolve));
    return { slice, leaseElsewhere: (slots: number) => void (elsewhere = slots), lender };
  };

  it('D-78 are a part of what all nodes leave below the point where fair shares apply', async () => {
    const { slice } = await openSlice(20, 3);
    fill(slice);
    expect(slice.background).toBe(20);
    await slice.close();
  });

  it('D-78 are given up within a second when other nodes need them', async () => {
    const { slice, leaseElsewhere } = await openSlice(0, 1);
    const preempted = fill(slice);
    expect(slice.background).toBe(80);
    leaseElsewhere(70);
    await expect.poll(() => slice.background, { timeout: 3000 }).toBe(30);
    expect(preempted).toHaveLength(50);
    await slice.close();
  });
});
