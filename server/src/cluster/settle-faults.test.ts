import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createClock } from '#kit';
import { RedisUnavailable } from './redis-connection.ts';
import { RequestCounts } from './request-counts.ts';

it('a fault in giving back what was drawn is logged once, and an unavailable Redis is not one', async () => {
  const logged: unknown[] = [];
  const clock = createClock();
  let fault: Error = new RedisUnavailable();
  const counts = new RequestCounts({
    ask: async (takes) => {
      if (takes.some(({ settled }) => settled > 0)) throw fault;
      const atMs = clock.monotonicMs();
      return takes.map(({ ahead }) => ({
        waitMs: 0,
        openMs: 0,
        ahead,
        epoch: '1',
        sentAtMs: atMs,
        countedAtMs: atMs,
      }));
    },
    clock,
    log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    readEpoch: () => 1,
    knows: () => true,
    receivesRecalls: () => true,
  });
  const request = { organizationId: 'o', counter: 'x', limit: 600, windowMs: 60_000 };
  for (let i = 0; i < 6; i++) if (counts.spend(request) === undefined) await counts.take(request);
  await counts.settle('o', ['x']);
  expect(logged).toEqual([]);
  fault = new TypeError('a bug');
  await counts.settle('o', ['x']);
  await counts.settle('o', ['x']);
  expect(logged).toMatchObject([{ level: 50, error: { class: 'TypeError' } }]);
});
