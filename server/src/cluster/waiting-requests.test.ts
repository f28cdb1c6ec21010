import { expect, it } from 'vitest';
import { WaitingRequests } from './waiting-requests.ts';

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
  const request = { organizationId: 'o', counter: 'x', limit: 600, windowMs: 60_000 };
  const counted = await Promise.all(Array.from({ length: 500 }, () => waiting.join(request)));
  expect(counted.filter(({ waitMs }) => waitMs === 0)).toHaveLength(3);
  expect(asked.length).toBeLessThan(20);
});
