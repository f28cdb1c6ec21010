import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeProtectedHeader } from 'jose';
import { findDeviceRequest, revokeCodeSession } from '#features/oauth';
import { openStore, type Store } from '#store';
import { startOwnRedis, testDatabases, testRedisUrl, type OpenTestDatabase, type OwnRedis } from '#test-kit';
import { pino } from 'pino';
import { KEY, refusal, startCodeSignInNode, type CodeSignInNode, type Reply } from './code-sign-in-node.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;
const CLIENT = { client_id: 'svc-code' };

describe.runIf(canRun)('sign-in tokens on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let second: Store;
  let nodes: CodeSignInNode[] = [];
  const models = (node: CodeSignInNode, token: string): Promise<Reply> =>
    node.call(token, '/v1/models', null);
  const refresh = (node: CodeSignInNode, token: string): Promise<Reply> =>
    node.form('/oauth/token', { ...CLIENT, grant_type: 'refresh_token', refresh_token: token });

  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    second = await openStore({
      dataDir: opened.dataDir,
      databaseUrl: opened.databaseUrl!,
      log: pino({ level: 'silent' }),
    });
    const shared = {
      redisUrl: redis.url,
      baseUrl: 'https://svc.test',
      deployment: { limits: { chat_requests_per_minute: 40 } },
    };
    for (const store of [opened.store, second]) nodes.push(await startCodeSignInNode({ ...shared, store }));
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    nodes = [];
    await second?.close();
    await opened?.close();
    await redis?.kill();
  });

  it('AUTH-04 AUTH-14 D-69 a token issued by one node is valid on the other until either revokes it', async () => {
    const [here, there] = nodes as [CodeSignInNode, CodeSignInNode];
    for (const [signing, revoking, asked] of [
      [here, here, there],
      [here, there, here],
      [there, here, there],
    ]) {
      const { access_token: token, refresh_token: refreshToken, sessionId } = await signing!.signIn();
      for (const node of nodes) expect(refusal(await models(node, token))).toBe('200 undefined');
      if (revoking === here) await here.form('/oauth/revoke', { ...CLIENT, token: refreshToken });
      else
        await there.change(await there.person('pia@acme.test'), (change) =>
          revokeCodeSession(change, sessionId),
        );
      // The next request, on the node that had it cached.
      expect(refusal(await models(asked!, token))).toBe('401 token_revoked');
      expect(refusal(await refresh(asked!, refreshToken))).toBe('400 invalid_grant');
    }
  });

  it('D-69 both nodes sign with the oldest key and verify each other', async () => {
    await opened.store.db.deleteFrom('token_signing_keys').execute();
    const fresh = await Promise.all(
      nodes.map((_, i) =>
        startCodeSignInNode({
          store: i ? second : opened.store,
          redisUrl: redis.url,
          baseUrl: 'https://svc.test',
        }),
      ),
    );
    const tokens = await Promise.all(fresh.map((node) => node.signIn()));
    expect(new Set(tokens.map(({ access_token: token }) => decodeProtectedHeader(token).kid)).size).toBe(1);
    expect(refusal(await models(fresh[0]!, tokens[1]!.access_token))).toBe('200 undefined');
    expect(refusal(await models(fresh[1]!, tokens[0]!.access_token))).toBe('200 undefined');
    for (const node of fresh) await node.close();
  });

  it('D-68 a session refreshed on both nodes concurrently has one branch', async () => {
    let { refresh_token: token } = await nodes[0]!.signIn();
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => refresh(nodes[i % 2]!, token)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
      token = responses[0]!.body.refresh_token;
    }
  });

  it('D-68 AUTH-14 a used token replayed on both nodes concurrently ends the session, whatever its owner does meanwhile', async () => {
    const [here, there] = nodes as [CodeSignInNode, CodeSignInNode];
    for (let round = 0; round < 3; round++) {
      const { access_token: access, refresh_token: first, sessionId } = await here.signIn();
      const next = (await refresh(there, first)).body;
      const third = (await refresh(here, next.refresh_token)).body;
      const [own, ...replayed] = await Promise.all([
        refresh(there, third.refresh_token),
        refresh(here, first),
        refresh(there, first),
      ]);
      expect(replayed.map(refusal)).toEqual(['400 invalid_grant', '400 invalid_grant']);
      // It was refreshed just before, or has already ended.
      expect(['200 undefined', '400 invalid_grant']).toContain(refusal(own));
      for (const token of [access, next.access_token, third.access_token, own.body.access_token ?? access]) {
        for (const node of nodes) expect(refusal(await models(node, token))).toBe('401 token_revoked');
      }
      for (const token of [third.refresh_token, own.body.refresh_token ?? third.refresh_token])
        expect(refusal(await refresh(there, token))).toBe('400 invalid_grant');
      const events = opened.store.db
        .selectFrom('audit_events')
        .select(['event', 'resource'])
        .where('event', '=', 'session.revoked');
      expect((await events.execute()).filter(({ resource }) => resource?.id === sessionId)).toHaveLength(1);
    }
  });

  it('D-68 wrong codes are counted across both nodes', async () => {
    const dora = await nodes[0]!.person('dora@acme.test');
    const find = (node: CodeSignInNode) =>
      findDeviceRequest(node.services.codeSignIn, { userId: dora.userId, userCode: 'BCDF-GHJK' });
    const tries = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => find(nodes[i % 2]!)));
    const reasons = tries.map((one) => (one as PromiseRejectedResult).reason.catalogName as string);
    expect(reasons.filter((name) => name === 'device_request_not_found')).toHaveLength(30);
    expect(reasons.filter((name) => name === 'rate_limited')).toHaveLength(10);
  });

  it('AUTH-35 allows one reply at a time across both nodes', async () => {
    const free = { email: 'fay@free.test', client: 'svc-code-desktop', workspace: 'Default' };
    const [one, other] = [await nodes[0]!.signIn(free), await nodes[1]!.signIn(free)];
    const body = {
      messages: [{ role: 'user', content: '[[sandbox: delay=50]] hello' }],
      stream: false,
      max_tokens: 20,
    };
    for (let round = 0; round < 3; round++) {
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          nodes[i % 2]!.call((i % 3 ? one : other).access_token, '/v1/chat/completions', body),
        ),
      );
      expect(responses.map(refusal).toSorted()).toEqual([
        '200 undefined',
        ...Array.from({ length: 5 }, () => '429 concurrent_request'),
      ]);
      await expect
        .poll(() => second.db.selectFrom('desktop_replies').select('request_id').execute())
        .toEqual([]);
    }
  });

  it('LIMIT-06 LIMIT-08 two tokens of one user share one count across both nodes, and a key has its own', async () => {
    const tokens = [
      (await nodes[0]!.signIn()).access_token,
      (await nodes[1]!.signIn({ workspace: 'Research' })).access_token,
    ];
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => nodes[i % 2]!.call(tokens[i % 3 ? 0 : 1]!)),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect([responses.filter(({ status }) => status === 200).length, refused.length]).toEqual([40, 10]);
    expect(refused[0]!.body.error).toMatchObject({ code: 'rate_limited', scope: 'user' });
    expect(refusal(await nodes[0]!.call(KEY))).toBe('200 undefined');
    expect(
      refusal(await nodes[1]!.call((await nodes[1]!.signIn({ email: 'fay@free.test' })).access_token)),
    ).toBe('403 plan_required');
  });

  it('AUTH-14 LIMIT-12 with Redis unavailable, an ended session is refused everywhere before the response to its end', async () => {
    const [here, there] = nodes as [CodeSignInNode, CodeSignInNode];
    const { access_token: token, refresh_token: refreshToken } = await here.signIn();
    for (const node of nodes) expect(refusal(await models(node, token))).toBe('200 undefined');
    await redis.kill();
    let responded = false;
    const end = here
      .form('/oauth/revoke', { ...CLIENT, token: refreshToken })
      .finally(() => (responded = true));
    await expect
      .poll(async () => refusal(await models(there, token)), { interval: 50, timeout: 10_000 })
      .toBe('401 token_revoked');
    expect([refusal(await models(there, token)), refusal(await models(here, token))]).toEqual([
      '401 token_revoked',
      '401 token_revoked',
    ]);
    expect(responded).toBe(false);
    await redis.restart();
    expect((await end).status).toBe(200);
    expect(refusal(await models(there, token))).toBe('401 token_revoked');
  });
});
