import { expect, it } from 'vitest';
import { WaitingRequests } from './waiting-requests.ts';

const request = { organizationId: 'o', counter: 'x', limit: 600, windowMs: 60_000 };

it('LIMIT-06 draws that stand in the way are waited for by one request at a time', async () => {
  const asked: number[] = [];
  let left = 3;
  const waiting = new WaitingRequests({
    spend: () => undefined,
    ask: async () => {
      asked.push(performance.now());
      return asked.length > 3 && left-- > 0
        ? { waitMs: 0, openMs: 0, epoch: 1 }
        : // Nothing is open any more once all was given back.
          { waitMs: 100, openMs: left > 0 ? 1000 : 0, epoch: 1 };
    },
    atMostMs: 60_000,
    onEnd: () => undefined,
  });
  const counted = await Promise.all(Array.from({ length: 500 }, () => waiting.join(request)));
  expect(counted.filter(({ waitMs }) => waitMs === 0)).toHaveLength(3);
  expect(asked.length).toBeLessThan(20);
});

it('LIMIT-06 a question that fails rejects every request that waits, and ends the waiting', async () => {
  const failure = new Error('no answer');
  const asked = Promise.withResolvers<never>();
  let ends = 0;
  const waiting = new WaitingRequests({
    spend: () => undefined,
    ask: () => asked.promise,
    atMostMs: 60_000,
    onEnd: () => ends++,
  });
  const outcomes = Promise.allSettled([1, 2, 3].map(() => waiting.join(request)));
  asked.reject(failure);
  expect(await outcomes).toEqual([1, 2, 3].map(() => ({ status: 'rejected', reason: failure })));
  expect(ends).toBe(1);
});

it('LIMIT-06 requests are counted as drawn without a question, and refused with others of their limit alone', async () => {
  const drawn = [7, 8];
  const refused = { waitMs: 1, openMs: 0, epoch: undefined };
  let asked = 0;
  let ends = 0;
  const waiting = new WaitingRequests({
    spend: () => drawn.shift(),
    ask: async ({ limit }) => {
      asked++;
      return limit === 600 ? refused : { waitMs: 0, openMs: 0, epoch: 9 };
    },
    atMostMs: 60_000,
    onEnd: () => ends++,
  });
  const limits = [600, 600, 600, 30, 600];
  const counted = await Promise.all(limits.map((limit) => waiting.join({ ...request, limit })));
  expect(counted.map(({ epoch }) => epoch)).toEqual([7, 8, undefined, 9, undefined]);
  expect(counted.map(({ waitMs }) => waitMs)).toEqual([0, 0, 1, 0, 1]);
  expect(asked).toBe(2);
  expect(ends).toBe(1);
});
