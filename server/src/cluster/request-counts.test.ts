import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { testRedisUrl } from '#test-kit';
import type { SharedCounters } from './index.ts';
import { prefetchesKey } from './redis-keys.ts';
import { installCounterNodes, takeMany, WINDOW_MS } from './test-support/counter-nodes.ts';

const url = await testRedisUrl();

describe.runIf(url)('requests drawn ahead', () => {
  const { redis, newOrganization, openNodes, openAs, prefetchAndVanish } = installCounterNodes(url!);

  it('LIMIT-06 ask seldom for a key far from its limit', async () => {
    const { nodes, request } = await openNodes(1);
    await takeMany(nodes[0]!, 100, request(60_000));
    // The first draw waits for the connection by which it can be recalled.
    await delay(100);
    const { accepted, immediate } = await takeMany(nodes[0]!, 500, request(60_000));
    expect(accepted).toBe(500);
    expect(immediate).toBeGreaterThan(480);
  });

  it('LIMIT-06 are not drawn by a key with few requests, a low limit, or little left', async () => {
    const { nodes, request } = await openNodes(3);
    const [few, low, late] = nodes as [SharedCounters, SharedCounters, SharedCounters];
    for (const node of nodes) await takeMany(node, 1, request(6000));
    await delay(1100);
    expect(await takeMany(few, 3, request(6000))).toEqual({ accepted: 3, immediate: 0 });
    expect(await takeMany(low, 40, request(63))).toEqual({ accepted: 40, immediate: 0 });
    await takeMany(late, 420, request(600));
    await delay(1100);
    expect(await takeMany(late, 100, request(600))).toEqual({ accepted: 100, immediate: 0 });
  });

  it('LIMIT-06 come back when another node needs them, so that the limit is used up exactly', async () => {
    const { nodes, request } = await openNodes(2);
    const [one, two] = nodes as [SharedCounters, SharedCounters];
    await takeMany(one, 50, request(640));
    await delay(100);
    const first = await takeMany(one, 10, request(640));
    expect(first.immediate).toBeGreaterThan(0);
    const startedAt = performance.now();
    const others = await Promise.all(Array.from({ length: 600 }, async () => two.take(request(640))));
    expect(50 + first.accepted + others.filter(({ waitMs }) => waitMs === 0).length).toBe(640);
    // Long before the lease was over.
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  it('LIMIT-06 count as spent when their node is gone, until they would have left the minute', async () => {
    const clock = createClock();
    const { organizationId, nodes, request } = await openNodes(1, clock);
    await prefetchAndVanish(organizationId, 640, 40);
    const taken = await Promise.all(Array.from({ length: 640 }, async () => nodes[0]!.take(request(640))));
    const waits = taken.map(({ waitMs }) => waitMs).filter((waitMs) => waitMs > 0);
    expect(waits).toHaveLength(41);
    expect(Math.max(...waits)).toBeLessThanOrEqual(WINDOW_MS);
    await clock.advance(WINDOW_MS + 1000);
    expect((await takeMany(nodes[0]!, 641, request(640))).accepted).toBe(640);
  });

  it('LIMIT-06 are given back when the node closes', async () => {
    const { nodes, request } = await openNodes(2);
    await takeMany(nodes[0]!, 50, request(640));
    await delay(100);
    const { accepted } = await takeMany(nodes[0]!, 10, request(640));
    await nodes[0]!.close();
    const others = await Promise.all(Array.from({ length: 600 }, async () => nodes[1]!.take(request(640))));
    expect(50 + accepted + others.filter(({ waitMs }) => waitMs === 0).length).toBe(640);
  });

  it('LIMIT-06 are given back when the node closes while it draws them, or while it gives them back', async () => {
    const { organizationId, nodes, request } = await openNodes(3);
    const [drawing, settling, other] = nodes as [SharedCounters, SharedCounters, SharedCounters];
    for (const node of [drawing, settling]) await takeMany(node, 50, request(640));
    await delay(100);
    const { accepted } = await takeMany(settling, 10, request(640));
    const [prefetched, settled] = [drawing.take(request(640)), settling.settle(organizationId, ['x'])];
    await Promise.all([drawing.close(), settling.close()]);
    expect((await prefetched).waitMs).toBe(0);
    await settled;
    expect(await redis.hlen(prefetchesKey(organizationId, 'x'))).toBe(0);
    const others = await Promise.all(Array.from({ length: 600 }, async () => other.take(request(640))));
    expect(101 + accepted + others.filter(({ waitMs }) => waitMs === 0).length).toBe(640);
  });

  it('are seen as used by those who ask, as far as they were spent', async () => {
    const { organizationId, nodes, request } = await openNodes(1);
    await takeMany(nodes[0]!, 50, request(6000));
    await delay(100);
    expect((await takeMany(nodes[0]!, 30, request(6000))).immediate).toBeGreaterThan(0);
    await nodes[0]!.settle(organizationId, ['x']);
    const question = { organizationId, windows: [], counters: ['x'], windowMs: WINDOW_MS };
    expect((await nodes[0]!.readUse(question)).requests).toEqual([80]);
  });

  it('LIMIT-06 are not spent under another limit, nor over a connection that ended', async () => {
    const { node, request, user, dispose } = await openAs('&*');
    expect((await takeMany(node, 5, request(6000))).immediate).toBeGreaterThan(0);
    const asked = node.take(request(5000));
    expect(asked).toBeInstanceOf(Promise);
    await asked;
    await takeMany(node, 5, request(6000));
    const number = node.connection;
    await redis.client('KILL', 'USER', user);
    await expect.poll(() => node.connection).toBeGreaterThan(number);
    await expect.poll(() => node.unavailable).toBe(false);
    const again = node.take(request(6000));
    expect(again).toBeInstanceOf(Promise);
    expect(await again).toMatchObject({ waitMs: 0, epoch: undefined });
    await node.close();
    await dispose();
  });

  it('LIMIT-06 are not drawn by a node that cannot hear that others need them', async () => {
    const { node, request, dispose } = await openAs('resetchannels');
    expect(await takeMany(node, 50, request(6000))).toEqual({ accepted: 50, immediate: 0 });
    await node.close();
    await dispose();
  });

  it('LIMIT-06 LIMIT-07 are admitted as by one log of all requests, whichever node is asked', async () => {
    const step = fc.record({
      node: fc.nat(2),
      requests: fc.integer({ min: 1, max: 120 }),
      afterMs: fc.constantFrom(0, 0, 0, 40, 600, 5000, 30_000, 59_000),
    });
    const clock = createClock();
    const { nodes, request } = await openNodes(3, clock);
    const limit = 640;
    // The connections by which draws are recalled are opened.
    for (const node of nodes) await takeMany(node, 10, request(limit));
    await delay(200);
    let immediate = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const organizationId = newOrganization();
        for (const node of nodes) await node.publishEpoch(organizationId, 1, { announce: false });
        const accepted: { readonly fromMs: number; readonly untilMs: number }[] = [];
        const takeOne = async (node: SharedCounters) => {
          const fromMs = clock.monotonicMs();
          const before = [...accepted];
          const taken = node.take({ ...request(limit), organizationId });
          if (!(taken instanceof Promise)) immediate++;
          const { waitMs } = await taken;
          const untilMs = clock.monotonicMs();
          const surelyInside = before.filter((each) => each.fromMs > untilMs - WINDOW_MS + 2).length;
          if (surelyInside >= limit) expect(waitMs).toBeGreaterThan(0);
          if (waitMs === 0) accepted.push({ fromMs, untilMs });
          return { fromMs, waitMs };
        };
        for (const { node, requests, afterMs } of steps) {
          await clock.advance(afterMs);
          for (const each of nodes) await each.settleOver();
          const all = await Promise.all(Array.from({ length: requests }, () => takeOne(nodes[node]!)));
          for (const { fromMs } of all.filter(({ waitMs }) => waitMs > 0)) {
            const perhapsInside = accepted.filter((each) => each.untilMs > fromMs - WINDOW_MS - 2);
            expect(perhapsInside.length).toBeGreaterThanOrEqual(limit);
          }
        }
      }),
      { numRuns: 12 },
    );
    expect(immediate).toBeGreaterThan(50);
  });
});
