import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BodyQueue } from './body-queue.ts';

const WIDE = { tenantBytes: Infinity, bytes: Infinity };

it('takes turns between the parties, however much one of them has waiting', () => {
  const queue = new BodyQueue<string>();
  for (let i = 0; i < 100; i++) queue.add('a', 1, `a${i}`, WIDE);
  queue.add('b', 1, 'b0', WIDE);
  queue.add('c', 1, 'c0', WIDE);
  const taken = Array.from({ length: 4 }, () => queue.take()!.item);
  expect(taken).toEqual(['a0', 'b0', 'c0', 'a1']);
  queue.add('b', 1, 'b1', WIDE);
  expect([queue.take()!.item, queue.take()!.item, queue.take()!.item]).toEqual(['a2', 'b1', 'a3']);
});

it('returns every item once, in order per party, with no party two turns ahead, and within the limits', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('add' as const),
      tenant: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ do: fc.constantFrom('take' as const, 'done' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const limits = { tenantBytes: 10, bytes: 20 };
      const queue = new BodyQueue<{ tenant: string; bytes: number; id: number }>();
      const held: { tenant: string; bytes: number; id: number }[] = [];
      const waiting: typeof held = [];
      const running: (() => void)[] = [];
      /** Turns that others got while a tenant waited. */
      const passed = new Map<string, string[]>();
      const sum = (items: typeof held) => items.reduce((total, { bytes }) => total + bytes, 0);
      for (const [id, next] of steps.entries()) {
        if (next.do === 'add') {
          const item = { tenant: next.tenant, bytes: next.bytes, id };
          const fits =
            sum(held.filter(({ tenant }) => tenant === next.tenant)) + next.bytes <= 10 &&
            sum(held) + next.bytes <= 20;
          expect(queue.add(next.tenant, next.bytes, item, limits)).toBe(fits);
          if (!fits) continue;
          held.push(item);
          waiting.push(item);
        } else if (next.do === 'take') {
          const taken = queue.take();
          expect(taken === undefined).toBe(waiting.length === 0);
          if (!taken) continue;
          const { tenant } = taken.item;
          expect(taken.item).toBe(waiting.find((item) => item.tenant === tenant));
          waiting.splice(waiting.indexOf(taken.item), 1);
          passed.delete(tenant);
          for (const other of new Set(waiting.map((item) => item.tenant))) {
            if (other === tenant) continue;
            const turns = [...(passed.get(other) ?? []), tenant];
            expect(new Set(turns).size).toBe(turns.length);
            passed.set(other, turns);
          }
          running.push(() => {
            held.splice(held.indexOf(taken.item), 1);
            taken.done();
          });
        } else running.shift()?.();
      }
    }),
  );
});
