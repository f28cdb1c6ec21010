import { expect, it } from 'vitest';
import { createClock } from '#kit';
import { DrawnRequests } from './drawn-requests.ts';

it('LIMIT-06 requests are given back when they were recalled before they were there', () => {
  const drawnFor = { organizationId: 'o', counter: 'x', limit: 600, windowMs: 60_000 };
  const clock = createClock();
  const drawn = new DrawnRequests(drawnFor, clock);
  for (let i = 0; i < 20; i++) drawn.note();
  const wish = drawn.wish(600, () => true)!;
  expect(wish).toMatchObject({ ahead: 20, settled: 0 });
  expect(drawn.recall()).toBeUndefined();
  drawn.answered(wish, 600, {
    requests: 20,
    epoch: 1,
    sentAtMs: clock.monotonicMs(),
    countedAtMs: clock.monotonicMs(),
  });
  expect(drawn.spend(600)).toBeUndefined();
  expect(drawn.giveBack()).toMatchObject({ settled: wish.number, spent: Buffer.alloc(0) });
});
