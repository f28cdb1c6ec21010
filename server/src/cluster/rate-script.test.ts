import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testRedisUrl } from '#test-kit';
import { RATE_SCRIPT } from './rate-script.ts';
import { prefetchesKey, epochKey, leasesKey, ringKey } from './redis-keys.ts';

const url = await testRedisUrl();
const WINDOW_MS = 60_000;

describe.runIf(url)('requests that were drawn', () => {
  const redis = new Redis(url!);
  const organizations: string[] = [];
  afterEach(async () => {
    for (const id of organizations.splice(0))
      await redis.del(ringKey(id, 'x'), prefetchesKey(id, 'x'), leasesKey(id), epochKey(id));
  });
  afterAll(() => redis.disconnect());

  it('LIMIT-06 stand in the ring at the times at which they were spent', async () => {
    const id = randomUUID();
    organizations.push(id);
    const keys = [ringKey(id, 'x'), prefetchesKey(id, 'x'), leasesKey(id), epochKey(id)];
    /** Resolves with the time in Redis. */
    const ask = async (node: string, offsetMs: number, ...entry: readonly (number | Buffer)[]) =>
      ((await redis.eval(RATE_SCRIPT, 4, ...keys, offsetMs, node, 40, WINDOW_MS, ...entry)) as number[])[0]!;
    const single = [1, 0, 0, 0, 0, Buffer.alloc(0)];
    const startedAt = await ask('one', 0, 1, 8, 1, 0, 0, Buffer.alloc(0));
    for (const offsetMs of [10_000, 20_000, 30_000]) await ask('two', offsetMs, ...single);
    const spent = Buffer.alloc(48);
    for (const [index, value] of [5000, 1, 15_000, 2, 40_000, 3].entries())
      spent.writeDoubleBE(index % 2 === 0 ? startedAt + value : value, 8 * index);
    await ask('one', 41_000, 0, 0, 1, 1, 0, spent);
    const ring = await redis.getBuffer(ringKey(id, 'x'));
    const count = Number(ring!.readBigUInt64BE(8));
    const times = Array.from(
      { length: count },
      (_, i) => Number(ring!.readBigUInt64BE(16 + 8 * i)) - startedAt,
    );
    expect(times.map((ms) => Math.floor(ms / 5000))).toEqual([0, 1, 2, 3, 3, 4, 6, 8, 8, 8]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await redis.hlen(prefetchesKey(id, 'x'))).toBe(0);
  });

  it('LIMIT-06 keep the order of a ring that has begun anew, whatever is settled into it', async () => {
    const step = fc.record({
      afterMs: fc.nat(400),
      spent: fc.array(fc.nat(400), { maxLength: 120, size: 'max' }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const id = randomUUID();
        organizations.push(id);
        const keys = [ringKey(id, 'x'), prefetchesKey(id, 'x'), leasesKey(id), epochKey(id)];
        const ask = async (node: string, offsetMs: number, ...entry: readonly (number | Buffer)[]) =>
          (await redis.eval(RATE_SCRIPT, 4, ...keys, offsetMs, node, 90, 1_000_000, ...entry)) as number[];
        const times: number[] = [];
        let offsetMs = 0;
        for (const [number, { afterMs, spent }] of steps.entries()) {
          // Drawn by hand: near the limit the script would not.
          const prefetch = Buffer.alloc(24);
          for (const [index, value] of [number + 1, 0, 1e15].entries())
            prefetch.writeDoubleBE(value, 8 * index);
          await redis.hset(prefetchesKey(id, 'x'), 'one', prefetch);
          const [beganAt, waitMs] = await ask('two', offsetMs, 1, 0, 0, 0, 0, Buffer.alloc(0));
          if (waitMs === 0) times.push(beganAt!);
          offsetMs += afterMs;
          const at = spent.map((ms) => beganAt! + Math.min(ms, afterMs)).toSorted((a, b) => a - b);
          const bytes = Buffer.alloc(16 * at.length);
          for (const [index, ms] of at.entries()) {
            bytes.writeDoubleBE(ms, 16 * index);
            bytes.writeDoubleBE(1, 16 * index + 8);
          }
          await ask('one', offsetMs, 0, 0, number + 1, number + 1, 0, bytes);
          times.push(...at);
        }
        const ring = (await redis.getBuffer(ringKey(id, 'x')))!;
        const count = Number(ring.readBigUInt64BE(8));
        expect(count).toBe(times.length);
        const kept = Array.from({ length: Math.min(90, count) }, (_, i) =>
          Number(ring.readBigUInt64BE(16 + 8 * ((count - 1 - i) % 90))),
        ).toReversed();
        expect(kept).toEqual(times.toSorted((a, b) => a - b).slice(-90));
      }),
      { numRuns: 40 },
    );
  });

  it('LIMIT-06 are settled once, and by no question that comes too late', async () => {
    const id = randomUUID();
    organizations.push(id);
    const keys = [ringKey(id, 'x'), prefetchesKey(id, 'x'), leasesKey(id), epochKey(id)];
    const ask = (...entry: readonly (number | Buffer)[]) =>
      redis.eval(RATE_SCRIPT, 4, ...keys, 0, 'one', 640, WINDOW_MS, ...entry);
    const used = async () => Number((await redis.getBuffer(ringKey(id, 'x')))!.readBigUInt64BE(8));
    const prefetched = async () =>
      (await redis.hvalsBuffer(prefetchesKey(id, 'x'))).map((each) => each.readDoubleBE(0));
    const spent = Buffer.alloc(16);
    spent.writeDoubleBE(1, 0);
    spent.writeDoubleBE(5, 8);
    await ask(1, 20, 1, 0, 0, Buffer.alloc(0));
    for (let i = 0; i < 2; i++) await ask(0, 0, 1, 1, 0, spent);
    expect([await used(), await prefetched()]).toEqual([6, []]);
    // Draws 2 and 3 were asked for, and a question of the time of draw 2 arrives once more.
    await ask(1, 20, 3, 0, 0, Buffer.alloc(0));
    await ask(0, 0, 2, 2, 0, spent);
    expect([await used(), await prefetched()]).toEqual([7, [3]]);
    // The answer with draw 3 was lost: what settles draw 2 gives it back, and draw 2 was settled with it.
    await ask(0, 0, 3, 2, 0, spent);
    expect([await used(), await prefetched()]).toEqual([7, []]);
  });
});
