import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Roster } from './roster.ts';

it('holds what a Set would hold, whatever is added and deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(9)), { maxLength: 100 }), (steps) => {
      const items = Array.from({ length: 10 }, (_, id) => ({ id, rosterIndex: -1 }));
      const roster = new Roster<(typeof items)[number]>();
      const model = new Set<number>();
      for (const [add, id] of steps) {
        const item = items[id]!;
        if (add && !model.has(id)) {
          roster.add(item);
          model.add(id);
        } else if (!add) {
          roster.delete(item);
          model.delete(id);
        }
        const seen: number[] = [];
        roster.forEach((each) => seen.push(each.id));
        expect(new Set(seen)).toEqual(model);
        expect(seen).toHaveLength(roster.size);
      }
    }),
  );
});

it('visits each item once while the visited ones leave', () => {
  const roster = new Roster<{ rosterIndex: number }>();
  for (let i = 0; i < 5; i++) roster.add({ rosterIndex: -1 });
  let visits = 0;
  roster.forEach((item) => {
    visits++;
    roster.delete(item);
  });
  expect([visits, roster.size]).toEqual([5, 0]);
});
