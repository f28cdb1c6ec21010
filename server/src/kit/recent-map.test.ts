import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

describe('RecentMap', () => {
  it('never exceeds its limit and keeps the more recently used half', () => {
    const operation = fc.record({ key: fc.integer({ min: 0, max: 30 }), write: fc.boolean() });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200, size: 'max' }), (operations) => {
        const map = new RecentMap<number, { key: number }>(8);
        let recent: number[] = [];
        for (const { key, write } of operations) {
          const expected = recent.slice(0, 4).includes(key);
          if (write) map.set(key, { key });
          else if (expected) expect(map.get(key)).toEqual({ key });
          else map.get(key);
          if (write || map.get(key)) recent = [key, ...recent.filter((other) => other !== key)];
          expect(map.size).toBeLessThanOrEqual(8);
        }
      }),
    );
  });

  it('holds what weighs no more than its limit and one value, whatever was set again or deleted', () => {
    const operation = fc.record({
      key: fc.integer({ min: 0, max: 9 }),
      weight: fc.integer({ min: 0, max: 60 }),
      deletes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 100 }), (operations) => {
        const map = new RecentMap<number, number>(100, (weight) => weight);
        const held = new Map<number, number>();
        for (const { key, weight, deletes } of operations) {
          if (deletes) map.delete(key);
          else map.set(key, weight);
          if (deletes) held.delete(key);
          else held.set(key, weight);
          // Before the others are read, which makes them the more recently used.
          if (!deletes) expect(map.get(key)).toBe(weight);
          const known = [...held.keys()].filter((each) => map.get(each) !== undefined);
          // Each generation may exceed its half by the value that filled it.
          expect(known.reduce((sum, each) => sum + held.get(each)!, 0)).toBeLessThanOrEqual(100 + 2 * 60);
        }
      }),
    );
  });

  it('deletes by key and by value in both generations', () => {
    const map = new RecentMap<string, string>(4);
    for (const key of ['a', 'b', 'c']) map.set(key, `${key}!`);
    map.delete('a');
    map.deleteWhere((value) => value === 'c!');
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([undefined, 'b!', undefined, 1]);
    map.clear();
    expect(map.size).toBe(0);
  });
});
