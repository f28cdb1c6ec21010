import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  oneModel,
  startOwnRedis,
  httpDatabases,
  testRedisUrl,
  type OpenTestDatabase,
  type OwnRedis,
} from '#test-kit';
import { KEYS, refusal, startAdminNode, type AdminFixture, type Reply } from './admin-fixture.ts';

/** Credits pay for everything. */
const DEPLOYMENT = oneModel(
  { type: 'sandbox' },
  { plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }] },
);
const canShare = (await testRedisUrl()) !== undefined;

describe.each(
  (await httpDatabases(import.meta.filename)).filter(({ kind }) => kind !== 'postgres' || canShare),
)('limits of spending on $kind', (database) => {
  const shares = database.kind === 'postgres';
  let redis: OwnRedis | undefined;
  let opened: OpenTestDatabase | undefined;
  const nodes: AdminFixture[] = [];
  const call: AdminFixture['call'] = (...all) => nodes[0]!.call(...all);
  /** Each node's response to a model call now. */
  const chats = (key: string): Promise<string[]> =>
    Promise.all(
      nodes.map(async (node) => {
        const body = { stream: false, messages: [{ role: 'user', content: 'Hello' }] };
        return refusal(await node.call('POST', '/v1/chat/completions', { key, body }));
      }),
    );
  const each = (response: string): string[] => nodes.map(() => response);
  const REFUSED = '402 quota_exhausted';

  beforeAll(async () => {
    redis = shares ? await startOwnRedis() : undefined;
    opened = shares ? await database.open() : undefined;
    const environment: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    for (let i = 0; i < (shares ? 2 : 1); i++)
      nodes.push(await startAdminNode(opened?.databaseUrl, DEPLOYMENT, environment));
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await opened?.close();
    await redis?.kill();
  });

  it('WORK-10 the workspace cap applies to the next call, and no longer once it is removed', async () => {
    const { data } = (await call('GET', '/api_keys?limit=100')).body;
    const { workspace_id: id } = data.find(({ name }: { name: string }) => name === 'second');
    const cap = (limit: string | null): Promise<Reply> =>
      call('PATCH', `/workspaces/${id}`, { body: { spend_limit_usd: limit } });
    for (let round = 0; round < 3; round++) {
      expect(await chats(KEYS.second)).toEqual(each('200'));
      await cap('0');
      expect(await chats(KEYS.second)).toEqual(each(REFUSED));
      expect(await chats(KEYS.main)).toEqual(each('200'));
      await cap(null);
    }
  });

  it('LIMIT-30 LIMIT-31 ADMIN-38 limits of the organization and of a member apply to the next call', async () => {
    const { data: users } = (await call('GET', '/users?email=pia@acme.test')).body;
    for (const scope of [{ type: 'organization' }, { type: 'member', user_id: users[0].id }]) {
      const set = (limit: string): Promise<Reply> =>
        call('POST', '/spend_limits', { body: { scope, limit_usd: limit } });
      expect(await chats(KEYS.main)).toEqual(each('200'));
      const { id } = (await set('0.00')).body;
      expect(await chats(KEYS.main)).toEqual(each(REFUSED));
      await set('50');
      expect(await chats(KEYS.main)).toEqual(each('200'));
      await set('0.00');
      await call('DELETE', `/spend_limits/${id}`);
      expect(await chats(KEYS.main)).toEqual(each('200'));
    }
  });
});
