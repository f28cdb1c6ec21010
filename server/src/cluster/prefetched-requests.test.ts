import { expect, it } from 'vitest';
import { createClock, type Clock } from '#kit';
import { PrefetchedRequests, type PrefetchWish } from './prefetched-requests.ts';
import { LEASE_MS } from './rate-script.ts';

const target = { organizationId: 'o', counter: 'x', limit: 600, windowMs: 60_000 };

it('LIMIT-06 requests are given back when they were recalled before they were there', () => {
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

/** Time that stands until it is moved. */
function standingClock(): { readonly clock: Clock; moveTo: (ms: number) => void } {
  let nowMs = 10_000;
  return { clock: { ...createClock(), monotonicMs: () => nowMs }, moveTo: (ms) => (nowMs = ms) };
}

function drawing(clock: Clock): { readonly prefetched: PrefetchedRequests; readonly wish: PrefetchWish } {
  const prefetched = new PrefetchedRequests(target, clock);
  for (let i = 0; i < 4; i++) prefetched.note();
  return { prefetched, wish: prefetched.wish(600, () => true)! };
}

const granted = { requests: 4, epoch: 5, sentAtMs: 10_000, countedAtMs: 10_000 };

it('is idle from two seconds after the first request of its last second on', () => {
  const { clock, moveTo } = standingClock();
  const prefetched = new PrefetchedRequests(target, clock);
  prefetched.note();
  moveTo(11_999);
  expect(prefetched.idle).toBe(false);
  moveTo(12_000);
  expect(prefetched.idle).toBe(true);
});

it('is not idle while it asks, nor while a draw may be counted against its window', () => {
  const { clock, moveTo } = standingClock();
  const { prefetched, wish } = drawing(clock);
  moveTo(10_000_000);
  expect(prefetched.idle).toBe(false);
  moveTo(10_000);
  prefetched.settleWish(wish, 600, granted);
  moveTo(10_000 + LEASE_MS + target.windowMs - 1);
  expect(prefetched.idle).toBe(false);
  moveTo(10_000 + LEASE_MS + target.windowMs);
  expect(prefetched.idle).toBe(true);
});

it('LIMIT-06 spends what it drew until its lease is over or it is stopped, and settles it then', () => {
  const { clock, moveTo } = standingClock();
  const { prefetched, wish } = drawing(clock);
  prefetched.settleWish(wish, 600, granted);
  expect(prefetched.spend(600)).toBe(5);
  expect(prefetched.spend(601)).toBeUndefined();
  expect(prefetched.wish(600, () => true)).toBeUndefined();
  moveTo(10_000 + LEASE_MS - 1);
  expect(prefetched.spend(600)).toBe(5);
  expect(prefetched.release()).toBeUndefined();
  moveTo(10_000 + LEASE_MS);
  expect(prefetched.spend(600)).toBeUndefined();
  const settling = prefetched.wish(600, () => false)!;
  expect(settling).toMatchObject({ ahead: 0, settled: wish.number });
  expect([0, 8, 16, 24].map((at) => settling.spent.readDoubleBE(at))).toEqual([
    10_000,
    1,
    10_000 + LEASE_MS - 1,
    1,
  ]);
});

it('LIMIT-06 settles a draw of which nothing is left, once', () => {
  const { clock } = standingClock();
  const { prefetched, wish } = drawing(clock);
  prefetched.settleWish(wish, 600, granted);
  for (let i = 0; i < 4; i++) expect(prefetched.spend(600)).toBe(5);
  expect(prefetched.spend(600)).toBeUndefined();
  expect(prefetched.wish(600, () => false)).toMatchObject({ settled: wish.number });
  expect(prefetched.wish(600, () => false)).toBeUndefined();
  expect(prefetched.recall()).toBeUndefined();
});

it('LIMIT-06 spends nothing after it was stopped', () => {
  const { clock } = standingClock();
  const { prefetched, wish } = drawing(clock);
  prefetched.settleWish(wish, 600, granted);
  prefetched.stop();
  expect(prefetched.spend(600)).toBeUndefined();
});
