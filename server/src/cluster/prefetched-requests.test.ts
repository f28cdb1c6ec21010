import { expect, it } from 'vitest';
import { createClock } from '#kit';
import { PrefetchedRequests } from './prefetched-requests.ts';

it('LIMIT-06 requests are given back when they were recalled before they were there', () => {
  const target = { organizationId: 'o', counter: 'x', limit: 600, windowMs: 60_000 };
  const clock = createClock();
  const prefetched = new PrefetchedRequests(target, clock);
  for (let i = 0; i < 20; i++) prefetched.note();
  const wish = prefetched.wish(600, () => true)!;
  expect(wish).toMatchObject({ ahead: 20, settled: 0 });
  expect(prefetched.recall()).toBeUndefined();
  prefetched.settleWish(wish, 600, {
    requests: 20,
    epoch: 1,
    sentAtMs: clock.monotonicMs(),
    countedAtMs: clock.monotonicMs(),
  });
  expect(prefetched.spend(600)).toBeUndefined();
  expect(prefetched.release()).toMatchObject({ settled: wish.number, spent: Buffer.alloc(0) });
});
