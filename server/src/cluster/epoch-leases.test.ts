import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testRedisUrl } from '#test-kit';
import { announceEpochs, type SharedCounters } from './index.ts';
import { epochKey } from './redis-keys.ts';
import { installCounterNodes, log, takeMany } from './test-support/counter-nodes.ts';

const url = await testRedisUrl();

describe.runIf(url)('leases on a credential epoch', () => {
  const { redis, forget, openNodes, openAs, prefetchAndVanish } = installCounterNodes(url!);

  it('AUTH-11 leave a changed credential valid no longer than their lease where a node does not answer', async () => {
    const { organizationId, nodes } = await openNodes(1);
    await prefetchAndVanish(organizationId, 640, 40);
    const startedAt = performance.now();
    await announceEpochs(nodes[0], [{ organizationId, epoch: 2 }], log);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    const changedAt = performance.now();
    await announceEpochs(nodes[0], [{ organizationId, epoch: 3 }], log);
    expect(performance.now() - changedAt).toBeLessThan(500);
  });

  it('AUTH-11 a changed credential is in force everywhere once it is announced, in milliseconds', async () => {
    const { organizationId, nodes, request } = await openNodes(2);
    const [one, two] = nodes as [SharedCounters, SharedCounters];
    await takeMany(one, 50, request(6400));
    await delay(100);
    for (let epoch = 2; epoch < 12; epoch++) {
      expect((await takeMany(one, 20, request(6400))).immediate).toBeGreaterThan(0);
      const startedAt = performance.now();
      await announceEpochs(two, [{ organizationId, epoch }], log);
      expect(performance.now() - startedAt).toBeLessThan(500);
      expect(await one.take(request(6400))).toMatchObject({ epoch });
    }
  });

  it('AUTH-11 leave a changed credential valid for a lease after Redis was reached again, since it may have lost leases', async () => {
    const { node, organizationId, user, dispose } = await openAs('&*');
    const number = node.connection;
    await redis.client('KILL', 'USER', user);
    await expect.poll(() => node.connection).toBeGreaterThan(number);
    await expect.poll(() => node.unavailable, { interval: 5 }).toBe(false);
    const startedAt = performance.now();
    await announceEpochs(node, [{ organizationId, epoch: 2 }], log);
    expect(performance.now() - startedAt).toBeGreaterThan(800);
    await node.close();
    await dispose();
  });

  it('AUTH-11 leave a changed credential valid no longer than their lease where Redis lost its keys', async () => {
    const { organizationId, nodes, request } = await openNodes(2);
    const [one, two] = nodes as [SharedCounters, SharedCounters];
    await takeMany(one, 50, request(60_000));
    await delay(100);
    // The first one that asks draws again, more than is spent below.
    while (!(one.take(request(60_000)) instanceof Promise));
    await delay(20);
    expect(one.take(request(60_000))).toEqual({ waitMs: 0, epoch: 1 });
    await forget(organizationId);
    await announceEpochs(two, [{ organizationId, epoch: 2 }], log);
    const startedAt = performance.now();
    await expect
      .poll(async () => (await one.take(request(60_000))).epoch, { interval: 50, timeout: 5000 })
      .toBe(2);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    for (let i = 0; i < 100; i++) expect((await one.take(request(60_000))).epoch).toBe(2);
  });

  it('are taken for requests that are not counted too, so that these seldom ask', async () => {
    const { organizationId, nodes } = await openNodes(2);
    const [one, two] = nodes as [SharedCounters, SharedCounters];
    const read = async (times: number): Promise<number> => {
      let immediate = 0;
      for (let i = 0; i < times; i++) {
        const epoch = one.readEpoch(organizationId);
        if (!(epoch instanceof Promise)) immediate++;
        expect(await epoch).toBe(1);
      }
      return immediate;
    };
    await read(100);
    // The first lease waits for the connection by which it can be recalled.
    await delay(100);
    expect(await read(500)).toBeGreaterThan(480);
    const startedAt = performance.now();
    await announceEpochs(two, [{ organizationId, epoch: 2 }], log);
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(await one.readEpoch(organizationId)).toBe(2);
    await one.close();
    // Nothing of them was counted, and nothing is left of the leases.
    expect(await redis.keys(`svc:{${organizationId}}:*`)).toEqual([epochKey(organizationId)]);
  });
});
