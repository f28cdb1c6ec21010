import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SweepSet } from './sweep-set.ts';

it('holds what a Set would hold, whatever is added and deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(9)), { maxLength: 100 }), (steps) => {
      const items = Array.from({ length: 10 }, (_, id) => ({ id, sweepIndex: -1 }));
      const set = new SweepSet<(typeof items)[number]>();
      const model = new Set<number>();
      for (const [add, id] of steps) {
        const item = items[id]!;
        if (add && !model.has(id)) {
          set.add(item);
          model.add(id);
        } else if (!add) {
          set.delete(item);
          model.delete(id);
        }
        const seen: number[] = [];
        set.forEach((each) => seen.push(each.id));
        expect(new Set(seen)).toEqual(model);
        expect(seen).toHaveLength(set.size);
      }
    }),
  );
});

it('visits each item once while the visited ones leave', () => {
  const set = new SweepSet<{ sweepIndex: number }>();
  for (let i = 0; i < 5; i++) set.add({ sweepIndex: -1 });
  let visits = 0;
  set.forEach((item) => {
    visits++;
    set.delete(item);
  });
  expect([visits, set.size]).toEqual([5, 0]);
});
