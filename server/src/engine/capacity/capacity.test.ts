import { ERRORS, type ApiError } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LocalCapacity, type EngineSlots } from './capacity.ts';

const manager = new LocalCapacity();

function outcome(engines: readonly EngineSlots[], organization: string): string {
  try {
    manager.check(engines, organization);
    return 'admitted';
  } catch (error) {
    return (error as ApiError).catalogName;
  }
}

function take(slots: EngineSlots, organization: string, times: number): void {
  for (let i = 0; i < times; i++) slots.take(organization);
}

describe('LocalCapacity', () => {
  it('D-78 lets a lone organization use everything, and then refuses with 503', () => {
    const slots = manager.slots(10);
    for (let i = 0; i < 10; i++) {
      expect(outcome([slots], 'a')).toBe('admitted');
      slots.take('a');
    }
    expect(outcome([slots], 'a')).toBe('temporarily_unavailable');
    expect(outcome([slots], 'b')).toBe('temporarily_unavailable');
  });

  it('ERR-33 D-78 refuses an organization with its fair share once most slots are taken', () => {
    const slots = manager.slots(10);
    take(slots, 'a', 6);
    take(slots, 'b', 1);
    expect(outcome([slots], 'a')).toBe('admitted');
    take(slots, 'b', 1);
    expect(outcome([slots], 'a')).toBe('capacity_busy');
    expect(outcome([slots], 'b')).toBe('admitted');
    expect(outcome([slots], 'newcomer')).toBe('admitted');
    for (let i = 0; i < 3; i++) slots.release('a');
    expect(outcome([slots], 'a')).toBe('admitted');
  });

  it('ERR-33 names the code, whose header and hint are in the catalog', () => {
    const slots = manager.slots(4);
    take(slots, 'a', 3);
    slots.take('b');
    slots.release('a');
    const strict = new LocalCapacity(0.5);
    expect(() => strict.check([slots], 'a')).toThrow(
      expect.objectContaining({ catalogName: 'capacity_busy', status: 429 }),
    );
    expect(ERRORS.capacity_busy).toMatchObject({ retryAfterSeconds: 2, headers: { 'x-capacity-busy': '1' } });
  });

  it('D-78 leaves a slot for organizations between their calls, also after a refusal', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const slots = manager.slots(10);
      slots.take('quiet');
      slots.release('quiet');
      take(slots, 'a', 8);
      expect(outcome([slots], 'a')).toBe('admitted');
      take(slots, 'a', 1);
      expect(outcome([slots], 'a')).toBe('capacity_busy');
      expect(outcome([slots], 'quiet')).toBe('admitted');
      vi.advanceTimersByTime(60_001);
      expect(outcome([slots], 'a')).toBe('admitted');
      take(slots, 'a', 1);
      expect(outcome([slots], 'quiet')).toBe('temporarily_unavailable');
      slots.release('a');
      expect(outcome([slots], 'a')).toBe('capacity_busy');
      expect(outcome([slots], 'quiet')).toBe('admitted');
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts across all engines of a model', () => {
    const [first, second] = [manager.slots(5), manager.slots(5)];
    take(first, 'a', 5);
    expect(outcome([first, second], 'a')).toBe('admitted');
    take(second, 'a', 2);
    take(second, 'b', 1);
    expect(outcome([first, second], 'a')).toBe('capacity_busy');
    expect(outcome([first, second], 'b')).toBe('admitted');
  });

  it('never refuses a newcomer while a slot is free, and keeps no organization without slots', () => {
    const holdings = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(holdings, fc.integer({ min: 1, max: 30 }), (held, capacity) => {
        const slots = manager.slots(capacity);
        held.forEach((count, i) => take(slots, `org${i}`, count));
        expect(outcome([slots], 'newcomer')).toBe(
          slots.inUse < capacity ? 'admitted' : 'temporarily_unavailable',
        );
        held.forEach((count, i) => {
          for (let n = 0; n < count; n++) slots.release(`org${i}`);
        });
        expect([slots.inUse, [...slots.holders()]]).toEqual([0, []]);
      }),
    );
  });
});
