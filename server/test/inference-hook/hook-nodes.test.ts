import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  startOwnRedis,
  startRunningService,
  testDatabases,
  testRedisUrl,
  type OpenTestDatabase,
  type OwnRedis,
  type RunningService,
} from '#test-kit';
import { DATA_KEY, deploymentFor, provisioning } from '../webhooks/webhooks-fixture.ts';
import { startHookServer, type HookServer } from './hook-server.ts';
import { HOOK } from './hook-admin.ts';
import { administer, setHook } from './policy-fixture.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;

describe.runIf(canRun)('an inference hook on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let server: HookServer;
  const nodes: RunningService[] = [];
  const here = (): RunningService => nodes[0]!;
  const there = (): RunningService => nodes[1]!;

  const callEach = (): Promise<number[]> =>
    Promise.all(
      nodes.map(async (node) => {
        const body = { model: 'Svc Standard', max_tokens: 4, messages: [{ role: 'user', content: 'hi' }] };
        return (await node.post('/v1/chat/completions', MAIN_KEY, body)).status;
      }),
    );

  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    server = await startHookServer();
    for (let node = 0; node < 2; node++)
      nodes.push(
        await startRunningService({
          deployment: deploymentFor({}),
          provisioning: provisioning(),
          environment: { DATABASE_URL: opened.databaseUrl!, REDIS_URL: redis.url, SVC_DATA_KEY: DATA_KEY },
        }),
      );
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await server.close();
    await opened.close();
    await redis.kill();
  });

  it('POLICY-21 is asked by both as soon as a change of it is answered', async () => {
    server.reply({ action: 'deny' });
    expect(await callEach()).toEqual([200, 200]);
    await setHook(here(), server.url);
    expect(await callEach()).toEqual([403, 403]);
    server.take();
    await administer(there(), 'POST', `${HOOK}/rotate_secret`);
    await callEach();
    const signatures = server.take().map(({ headers }) => String(headers['svc-signature']));
    expect(signatures.map((signature) => signature.split('v1=').length - 1)).toEqual([2, 2]);
    await setHook(there(), server.url, { mode: 'off' });
    expect(await callEach()).toEqual([200, 200]);
    await setHook(here(), server.url);
    expect(await callEach()).toEqual([403, 403]);
    await administer(there(), 'DELETE', HOOK);
    server.take();
    expect(await callEach()).toEqual([200, 200]);
    expect(server.take()).toEqual([]);
  });

  it('POLICY-22 D-IDEM-2 tested through both at once with one key has one result', async () => {
    const verdicts: (() => void)[] = [];
    server.reply((response) => {
      const action = verdicts.length === 0 ? 'allow' : 'deny';
      verdicts.push(() => void response.end(JSON.stringify({ action })));
    });
    await setHook(here(), server.url, { timeout_ms: 10_000 });
    const test = (node: RunningService) =>
      administer(node, 'POST', `${HOOK}/test`, undefined, { 'idempotency-key': 'both' });
    const first = test(here());
    await expect.poll(() => verdicts.length).toBe(1);
    const second = test(there());
    await expect.poll(() => verdicts.length).toBe(2);
    verdicts[0]!();
    const { body } = await first;
    verdicts[1]!();
    expect([body.verdict.action, (await second).body]).toEqual(['allow', body]);
    expect((await second).headers.get('idempotent-replayed')).toBe('true');
    await administer(here(), 'DELETE', HOOK);
  });

  it('POLICY-01 counts what both saw, and what one saw that has ended', async () => {
    // What was seen of the hook before is written, to none.
    for (const node of nodes) await node.advance(10);
    server.reply({ action: 'allow' });
    await setHook(here(), server.url);
    expect(await callEach()).toEqual([200, 200]);
    server.reply({ action: 'deny' });
    expect(await callEach()).toEqual([403, 403]);
    await nodes.pop()!.stop();
    await here().advance(10);
    const { body } = await administer(here(), 'GET', HOOK);
    expect(body).toMatchObject({ calls_1h: 4, denied_1h: 2, failed_1h: 0 });
  });
});
