import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { testRedisUrl } from '#test-kit';
import { RedisUnavailable, SharedCounters } from './index.ts';
import { RATE_SCRIPT } from './rate-script.ts';

const url = await testRedisUrl();
const log = pino({ level: 'silent' });
const WINDOW_MS = 60_000;

describe.runIf(url)('the shared counters', () => {
  const redis = new Redis(url!);
  afterAll(() => redis.disconnect());

  const takeOnce = async (
    ring: string,
    offsetMs: number,
    limit: number,
  ): Promise<{ atMs: number; waitMs: number }> => {
    const keys = [ring, `${ring}:draws`, `${ring}:leases`, `${ring}:epoch`];
    const entry = [limit, WINDOW_MS, 1, 0, 0, 0, 0, ''];
    const outcome = (await redis.eval(RATE_SCRIPT, 4, ...keys, offsetMs, 'node', ...entry)) as number[];
    return { atMs: outcome[0]!, waitMs: outcome[1]! };
  };

  it('LIMIT-06 LIMIT-07 match a log of every request, through every change of the limit', async () => {
    const step = fc.record({
      advance: fc.integer({ min: 0, max: 40 }),
      limit: fc.constantFrom(1, 3, 3, 3, 5),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const ring = `svc-test:${randomUUID()}`;
        let offset = 0;
        let remembered = 1;
        let accepted: number[] = [];
        for (const { advance, limit } of steps) {
          offset += advance * 700;
          // By the clock of Redis, which also moves by the real time that passes between two requests.
          const { atMs, waitMs } = await takeOnce(ring, offset, limit);
          // A ring remembers only as many requests as its limit was.
          if (limit !== remembered) accepted = accepted.slice(-Math.min(limit, remembered));
          remembered = limit;
          const inside = accepted.filter((at) => at > atMs - WINDOW_MS);
          expect(waitMs === 0, JSON.stringify({ atMs, accepted, limit, waitMs })).toBe(inside.length < limit);
          if (waitMs === 0) accepted = [...accepted, atMs].slice(-limit);
          else expect(waitMs).toBe(inside.at(-limit)! + WINDOW_MS - atMs);
        }
        await redis.del(ring);
      }),
      { numRuns: 60 },
    );
  });

  it('LIMIT-06 LIMIT-08 count each of many concurrent requests for its own caller', async () => {
    const counters = new SharedCounters(url!, { clock: createClock(), log });
    await expect.poll(() => counters.unavailable).toBe(false);
    const [one, two] = [randomUUID(), randomUUID()];
    await counters.publishEpoch(two, 3, { announce: false });
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, async (_, i) =>
        counters.take({
          organizationId: i % 2 === 0 ? one : two,
          counter: 'x',
          limit: i % 2 === 0 ? 200 : 250,
          windowMs: WINDOW_MS,
        }),
      ),
    );
    const accepted = (odd: number) =>
      outcomes.filter(({ waitMs }, i) => i % 2 === odd && waitMs === 0).length;
    expect([accepted(0), accepted(1)]).toEqual([200, 250]);
    expect(new Set(outcomes.map(({ epoch }, i) => `${i % 2} ${epoch}`))).toEqual(
      new Set(['0 undefined', '1 3']),
    );
    for (const id of [one, two]) await redis.del(`svc:{${id}}:epoch`, `svc:{${id}}:rate:x`);
    await counters.close();
  });

  it('need five kilobytes per caller', async () => {
    const ring = `svc-test:${randomUUID()}`;
    for (let i = 0; i < 700; i++) await takeOnce(ring, 0, 600);
    expect(await redis.strlen(ring)).toBeLessThan(5000);
    expect(await redis.pttl(ring)).toBeGreaterThan(0);
    await redis.del(ring);
  });

  const standStill = (): void => {
    for (const until = performance.now() + 600; performance.now() < until;);
  };
  it.each([
    ['before the question left', standStill],
    ['before the answer was read', () => void setImmediate(standStill)],
  ])('LIMIT-06 are not away because this process stood still %s', async (_, busy) => {
    const counters = new SharedCounters(url!, { clock: createClock(), log });
    await expect.poll(() => counters.unavailable).toBe(false);
    const organizationId = randomUUID();
    const taken = counters.take({ organizationId, counter: 'x', limit: 1, windowMs: WINDOW_MS });
    busy();
    expect((await taken).waitMs).toBe(0);
    expect(counters.unavailable).toBe(false);
    await counters.close();
    await redis.del(`svc:{${organizationId}}:rate:x`);
  });

  it('return an epoch only once this connection has published it, and never an older one', async () => {
    const [one, two] = [
      new SharedCounters(url!, { clock: createClock(), log }),
      new SharedCounters(url!, { clock: createClock(), log }),
    ];
    const organizationId = randomUUID();
    const take = async (counters: SharedCounters) =>
      counters.take({ organizationId, counter: 'x', limit: 100, windowMs: WINDOW_MS });
    await expect.poll(() => [one.unavailable, two.unavailable]).toEqual([false, false]);
    expect((await take(one)).epoch).toBeUndefined();
    await one.publishEpoch(organizationId, 7, { announce: false });
    await two.publishEpoch(organizationId, 5, { announce: false });
    expect([(await take(one)).epoch, (await take(two)).epoch]).toEqual([7, 7]);
    await one.close();
    await two.close();
    await redis.del(`svc:{${organizationId}}:epoch`, `svc:{${organizationId}}:rate:x`);
  });
});

it('LIMIT-12 report immediately that they are unavailable when Redis does not answer', async () => {
  const counters = new SharedCounters('redis://127.0.0.1:1', { clock: createClock(), log });
  const startedAt = performance.now();
  for (let i = 0; i < 100; i++) {
    await expect(
      (async () => counters.take({ organizationId: 'o', counter: 'x', limit: 1, windowMs: WINDOW_MS }))(),
    ).rejects.toThrow(RedisUnavailable);
  }
  // If each waited for its own timeout, all together would take 25 seconds.
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(counters.unavailable).toBe(true);
  await counters.close();
});
