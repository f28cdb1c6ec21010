import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startOwnRedis,
  startScriptedUpstream,
  testDatabases,
  testRedisUrl,
  textReply,
  type OpenTestDatabase,
  type OwnRedis,
  type RunningConsole,
  type ScriptedUpstream,
} from '#test-kit';
import {
  COST_USD,
  refusal,
  RestrictedKeys,
  SMALL,
  STANDARD,
  startNode,
  type KeyResponse,
} from './restricted-keys.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;
const usd = (calls: number): string => (calls * COST_USD).toFixed(5);

describe.runIf(canRun)('restrictions of a key on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let upstream: ScriptedUpstream;
  const services: RunningConsole[] = [];
  let nodes: readonly [RestrictedKeys, RestrictedKeys];

  beforeAll(async () => {
    [redis, opened, upstream] = await Promise.all([
      startOwnRedis(),
      postgres!.open(),
      startScriptedUpstream(),
    ]);
    for (let i = 0; i < 2; i++) services.push(await startNode(opened, upstream, { REDIS_URL: redis.url }));
    const [here, there] = services.map((service) => new RestrictedKeys(service, upstream, async () => {}));
    nodes = [here!, there!];
    upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } }));
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    await upstream.close();
    await opened.close();
    await redis.kill();
  });

  const onBoth = (calls: number, ask: (node: RestrictedKeys) => Promise<KeyResponse>): Promise<number[]> =>
    Promise.all(Array.from({ length: calls }, async (_, i) => (await ask(nodes[i % 2]!)).status));
  const accepted = (statuses: readonly number[]): number =>
    statuses.filter((status) => status === 200).length;

  it('LIMIT-06 accept exactly so many requests as the key may send in a minute, all together', async () => {
    const key = await nodes[0].make({ requests_per_minute: 7 });
    const statuses = await onBoth(40, (node) => node.chat(key));
    expect([accepted(statuses), new Set(statuses)]).toEqual([7, new Set([200, 429])]);
    expect(accepted(await onBoth(4, (node) => node.embed(key)))).toBe(0);
  });

  it('accept as many tokens a minute as one node would', async () => {
    const limit = { input_tokens_per_minute: 600 };
    const alone = await nodes[0].make(limit);
    const shared = await nodes[0].make(limit);
    const body = { messages: [{ role: 'user', content: 'word '.repeat(80) }] };
    const onOne: number[] = [];
    upstream.script(textReply('fine', { usage: { prompt_tokens: 150, completion_tokens: 1 } }));
    for (let i = 0; i < 12; i++) onOne.push((await nodes[0].chat(alone, body)).status);
    const statuses = await onBoth(12, (node) => node.chat(shared, body));
    expect(accepted(onOne)).toBeGreaterThan(1);
    expect(accepted(onOne)).toBeLessThan(12);
    expect(accepted(statuses)).toBeLessThanOrEqual(accepted(onOne));
    expect(accepted(statuses)).toBeGreaterThan(0);
    upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } }));
  });

  it('D-87 never pass a budget together, and spend all of it', async () => {
    const key = await nodes[0].make({ monthly_budget_usd: usd(7) });
    for (let round = 0; round < 3; round++) {
      const statuses = await onBoth(40, (node) => node.chat(key));
      expect(new Set([...statuses, 200, 402])).toEqual(new Set([200, 402]));
    }
    for (let i = 0; i < 8; i++) await nodes[i % 2]!.chat(key);
    await expect.poll(async () => (await nodes[1].read(key))['spent_usd'], { timeout: 20_000 }).toBe(usd(7));
    for (const node of nodes) expect(refusal(await node.chat(key))).toBe('402 quota_exhausted');
    await expect.poll(() => nodes[0].ledgerFindings(), { timeout: 20_000 }).toEqual([]);
  });

  it('are in force on the other node when a change is answered', async () => {
    const [here, there] = nodes;
    const key = await here.make({});
    expect((await there.chat(key)).status).toBe(200);
    await here.change(key, { allowed_models: [STANDARD] });
    expect(refusal(await there.chat(key))).toMatch(/^404 model_not_found/);
    await here.change(key, { allowed_models: [SMALL], monthly_budget_usd: '0' });
    expect(refusal(await there.chat(key))).toBe('402 quota_exhausted');
    await here.change(key, { monthly_budget_usd: '1', input_tokens_per_minute: 1 });
    const refused = await there.chat(key);
    expect([refusal(refused), refused.headers.get('x-ratelimit-limit')]).toEqual(['429 rate_limited', '1']);
    await here.change(key, { input_tokens_per_minute: null });
    expect((await there.chat(key)).status).toBe(200);
    await here.change(key, { requests_per_minute: 1 });
    await there.chat(key);
    expect(refusal(await there.chat(key))).toBe('429 rate_limited');
    await here.change(key, { requests_per_minute: 100 });
    expect((await there.chat(key)).status).toBe(200);
  });

  it('LIMIT-12 hold on each node alone while Redis is away', async () => {
    const key = await nodes[0].make({ requests_per_minute: 3 });
    redis.freeze();
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) statuses.push((await nodes[1].chat(key)).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
    } finally {
      redis.thaw();
    }
  });
});
