import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { RATE_TIERS } from '@svc/contract';
import { SharedCounters } from '#cluster';
import { NO_LIMIT } from '#exchange';
import { createClock } from '#kit';
import { startOwnRedis, testRedisUrl } from '#test-kit';
import { countUse } from './count-use.ts';
import { ModelRates, type ModelCall } from './model-rates.ts';
import { RequestRates, type RateLimits } from './request-rates.ts';
import { SharedRates } from './shared-rates.ts';

const url = await testRedisUrl();
const log = pino({ level: 'silent' });
const TIERS = { ...RATE_TIERS, custom: RATE_TIERS['4'] };
const LIMITS = { inference: 10, admin_api: 300, workspace_resources: 1000 } as RateLimits;
const OVERRIDE = { requests: 20, inputTokens: NO_LIMIT, outputTokens: NO_LIMIT };
const OF_ALL = { workspaceId: '', model: 'M' };
const OF_WORKSPACE = { workspaceId: 'w', model: 'M' };
const EMBEDDINGS = { workspaceId: '', model: undefined };

/** Nodes of one organization. Without an address each counts alone. */
function fleet(count: number, redisUrl?: string) {
  const clock = createClock();
  const organizationId = `org_${randomUUID()}`;
  const nodes = Array.from({ length: count }, () => {
    const counters = redisUrl === undefined ? undefined : new SharedCounters(redisUrl, { clock, log });
    const rates = new RequestRates(clock, LIMITS);
    const modelRates = new ModelRates(clock, counters, TIERS);
    return { counters, rates, modelRates, sharedRates: counters && new SharedRates(counters, rates) };
  });
  type Node = (typeof nodes)[number];
  const call = async (
    node: Node,
    used = { inputTokens: 40, outputTokens: 7 },
    more: Partial<ModelCall> = {},
  ) => {
    const usual = {
      organizationId,
      workspaceId: null,
      model: 'M',
      tier: 'start',
      override: undefined,
      key: undefined,
    } as const;
    const ticket = await node.modelRates.take({ ...usual, inputTokens: 30, ...more });
    ticket.settle({ ...used, cachedInputTokens: 0, reasoningTokens: 0 });
  };
  const windows = [OF_ALL, OF_WORKSPACE, EMBEDDINGS];
  return {
    clock,
    nodes,
    organizationId,
    call,
    ready: () => expect.poll(() => nodes.every(({ counters }) => !counters!.unavailable)).toBe(true),
    read: (node: Node) =>
      countUse(node, { organizationId, windows, groups: ['admin_api', 'workspace_resources'] }),
    sweep: () => Promise.all(nodes.map(async ({ modelRates }) => modelRates.job.run())),
    close: () => Promise.all(nodes.map(async ({ counters }) => counters?.close())),
  };
}

describe('what is used of limits, on one node', () => {
  it('is what the limiter counts, by window and by group, and leaves with its minute', async () => {
    const { nodes, call, read, clock, organizationId } = fleet(1);
    const [node] = nodes;
    await call(node!);
    await call(node!, { inputTokens: 10, outputTokens: 3 }, { workspaceId: 'w', override: OVERRIDE });
    await node!.modelRates.takeEmbeddings({
      organizationId,
      tier: 'start',
      key: undefined,
      inputTokens: 500,
    });
    for (let i = 0; i < 3; i++) node!.rates.take('admin_api', organizationId, 'organization');
    const expected = {
      counting: 'per_node',
      windows: [
        { requests: 2, inputTokens: 50, outputTokens: 10 },
        { requests: 1, inputTokens: 10, outputTokens: 3 },
        { requests: 1, inputTokens: 500, outputTokens: 0 },
      ],
      requests: [3, 0],
    };
    expect(await read(node!)).toEqual(expected);
    // Reading counts nothing.
    expect(await read(node!)).toEqual(expected);
    await clock.advance(61_000);
    expect((await read(node!)).windows[0]).toEqual({ requests: 0, inputTokens: 0, outputTokens: 0 });
    expect((await read(node!)).requests).toEqual([0, 0]);
  });
});

describe.runIf(url)('what is used of limits, over nodes', () => {
  let open: ReturnType<typeof fleet> | undefined;
  afterEach(() => open?.close());
  const start = async (count: number, redisUrl = url!) => {
    open = fleet(count, redisUrl);
    await open.ready();
    return open;
  };

  it('is exact on the node that was called, although it has drawn far more ahead', async () => {
    const { nodes, call, read } = await start(1);
    for (let i = 0; i < 3; i++) await call(nodes[0]!);
    expect(await read(nodes[0]!)).toMatchObject({
      counting: 'shared',
      windows: [{ requests: 3, inputTokens: 120, outputTokens: 21 }, { requests: 0 }, { requests: 0 }],
    });
  });

  it('is the same on every node once they have told each other', async () => {
    const { nodes, call, read, sweep, clock } = await start(3);
    await Promise.all(nodes.map((node) => call(node)));
    await call(nodes[0]!, { inputTokens: 40, outputTokens: 7 }, { workspaceId: 'w', override: OVERRIDE });
    await clock.advance(1000);
    const all = { requests: 4, inputTokens: 160, outputTokens: 28 };
    for (const node of nodes)
      await expect
        .poll(async () => {
          await sweep();
          return (await read(node)).windows.slice(0, 2);
        })
        .toEqual([all, { requests: 1, inputTokens: 40, outputTokens: 7 }]);
  });

  it('leaves out what another node has drawn ahead and may return', async () => {
    const { nodes, call, read } = await start(2);
    await call(nodes[0]!);
    // The first node has drawn some 60 of the 1,000 requests.
    const { windows } = await read(nodes[1]!);
    expect(windows[0]!.requests).toBe(1);
  });

  it('is what the limiter judges by: of a full window all, and the next call is refused', async () => {
    const { nodes, call, read } = await start(2);
    const asOverride = { workspaceId: 'w', override: OVERRIDE };
    for (let i = 0; i < 20; i++) await call(nodes[0]!, undefined, asOverride);
    expect((await read(nodes[1]!)).windows[1]!.requests).toBe(20);
    await expect(call(nodes[1]!, undefined, asOverride)).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await read(nodes[1]!)).windows[1]!.requests).toBe(20);
  });

  it('counts requests of a group in the ring of all nodes, also when the ring has wrapped', async () => {
    const { nodes, read, organizationId, clock } = await start(2);
    const take = (node: (typeof nodes)[number]) =>
      node.sharedRates!.take('admin_api', organizationId, organizationId);
    for (let i = 0; i < 250; i++) await take(nodes[i % 2]!);
    expect((await read(nodes[0]!)).requests).toEqual([250, 0]);
    await clock.advance(30_000);
    for (let i = 0; i < 80; i++) await take(nodes[0]!);
    // Of 300.
    expect((await read(nodes[1]!)).requests).toEqual([300, 0]);
    await clock.advance(31_000);
    expect((await read(nodes[1]!)).requests).toEqual([50, 0]);
    for (let i = 0; i < 120; i++) await take(nodes[0]!);
    expect((await read(nodes[1]!)).requests).toEqual([170, 0]);
  });

  it('takes one question and changes nothing in Redis', async () => {
    const own = await startOwnRedis();
    const { nodes, call, read, organizationId } = await start(1, own.url);
    await call(nodes[0]!);
    await nodes[0]!.sharedRates!.take('admin_api', organizationId, organizationId);
    const redis = new Redis(own.url);
    const scripts = async () => {
      const calls = (await redis.info('commandstats')).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
      return [...calls].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const stored = async () =>
      Promise.all((await redis.keys('svc:*')).toSorted().map((key) => redis.dump(key)));
    // The first time its script is loaded.
    await read(nodes[0]!);
    const before = [await scripts(), await stored()];
    await read(nodes[0]!);
    expect([await scripts(), await stored()]).toEqual([Number(before[0]) + 1, before[1]]);
    redis.disconnect();
    await own.kill();
  });

  it('is what a node counts alone while Redis is away', async () => {
    const own = await startOwnRedis();
    const { nodes, call, read } = await start(2, own.url);
    await call(nodes[0]!);
    await own.kill();
    await expect.poll(() => nodes.every(({ counters }) => counters!.unavailable)).toBe(true);
    expect(await read(nodes[0]!)).toMatchObject({
      counting: 'interrupted',
      windows: [{ requests: 1 }, {}, {}],
    });
    expect(await read(nodes[1]!)).toMatchObject({
      counting: 'interrupted',
      windows: [{ requests: 0 }, {}, {}],
    });
  });
});
