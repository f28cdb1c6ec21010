import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LimitUse } from '@svc/contract';
import {
  openaiEngine,
  startOwnRedis,
  startScriptedUpstream,
  httpDatabases,
  testRedisUrl,
  textReply,
  type OwnRedis,
  type ScriptedUpstream,
} from '#test-kit';
import { refusal, startConsoleFixture, type ConsoleFixture, type Someone } from './console-fixture.ts';

const MODEL = 'Svc Standard';
const USAGE = { prompt_tokens: 10, completion_tokens: 20 };
const OTHER_WORKSPACE = 'wrkspc_01m80naqydyjb73qnm3gz94qyp';

const redisUrl = await testRedisUrl();
const STORES = (await httpDatabases(import.meta.filename)).flatMap((database) => [
  { name: database.kind, database, shared: false },
  ...(database.kind === 'postgres' && redisUrl !== undefined
    ? [{ name: 'postgres and Redis', database, shared: true }]
    : []),
]);

describe.each(STORES)('what is used of limits on $name', ({ database, shared }) => {
  let upstream: ScriptedUpstream;
  let fixture: ConsoleFixture;
  let redis: OwnRedis | undefined;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.script(textReply('fine', { usage: USAGE }));
    redis = shared ? await startOwnRedis() : undefined;
    fixture = await startConsoleFixture(
      database,
      { chat_requests_per_minute: 50 },
      {
        engines: { main: openaiEngine(upstream.baseUrl) },
        rate_tiers: { start: { requests_per_minute: 40, output_tokens_per_minute: 400 } },
      },
      redis ? { REDIS_URL: redis.url } : {},
    );
  });
  afterAll(async () => {
    await fixture?.stop();
    await upstream?.close();
    await redis?.kill();
  });

  const ask = async (key: string): Promise<number> => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const response = await fixture.service.post('/v1/chat/completions', key, { messages, stream: false });
    await response.text();
    return response.status;
  };
  const read = async (someone: Someone, path = '/limit_use'): Promise<LimitUse> => {
    const { status, body } = await fixture.as(someone, 'GET', path);
    expect(status).toBe(200);
    return body as LimitUse;
  };
  const ofWorkspace = (name: string) => `/workspaces/${fixture.ids[name]}/limit_use`;
  const usedOf = ({ data }: LimitUse, scope: string, measure: string) =>
    data.find((one) => one.scope === scope && one.measure === measure && one.model === MODEL)?.used;

  it('counts the calls of all workspaces for the organization, by model and kind', async () => {
    expect(await ask(fixture.secrets.pia)).toBe(200);
    expect(await ask(fixture.secrets.research)).toBe(200);
    const use = await read('owner');
    expect(use).toMatchObject({
      type: 'limit_use',
      workspace_id: null,
      counting: shared ? 'shared' : 'per_node',
      key_limits: [
        { group: 'chat', requests_per_minute: 50 },
        { group: 'token_counting' },
        { group: 'models' },
      ],
    });
    const ofModel = use.data.filter(({ model }) => model === MODEL);
    expect(ofModel).toEqual([
      { scope: 'organization', measure: 'requests', model: MODEL, limit_per_minute: 40, used: 2 },
      expect.objectContaining({ measure: 'input_tokens', used: 20 }),
      { scope: 'organization', measure: 'output_tokens', model: MODEL, limit_per_minute: 400, used: 40 },
    ]);
    await fixture.admin('GET', '/workspaces');
    // One count for all keys of the organization, whatever they list.
    for (const path of ['files', 'batches'])
      await fetch(`http://127.0.0.1:${fixture.service.port}/v1/${path}`, {
        headers: { authorization: `Bearer ${fixture.secrets[path === 'files' ? 'pia' : 'research']}` },
      });
    const again = await read('billing');
    const groups = Object.fromEntries(again.data.map(({ measure, used }) => [measure, used]));
    expect(groups).toMatchObject({ admin_api_requests: 1, workspace_resource_requests: 2 });
    expect(usedOf(again, 'organization', 'requests')).toBe(2);
  });

  it('counts for a workspace what its own limits count, beside those it shares', async () => {
    const overrides = [{ model: MODEL, requests_per_minute: 3 }];
    const path = `/workspaces/${fixture.ids['Research']}/rate_limits`;
    expect((await fixture.as('owner', 'PUT', path, { overrides })).status).toBe(200);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await ask(fixture.secrets.research));
    expect(statuses).toEqual([200, 200, 200, 429]);
    const use = await read('workspace_admin', ofWorkspace('Research'));
    expect(use.workspace_id).toBe(fixture.ids['Research']);
    expect(use.data.filter(({ scope }) => scope === 'workspace')).toEqual([
      { scope: 'workspace', measure: 'requests', model: MODEL, limit_per_minute: 3, used: 3 },
    ]);
    expect(usedOf(use, 'organization', 'requests')).toBe(5);
    expect(use.data.some(({ measure }) => measure === 'admin_api_requests')).toBe(false);
    await fixture.service.advance(62);
    expect(usedOf(await read('workspace_admin', ofWorkspace('Research')), 'workspace', 'requests')).toBe(0);
  });

  it('is shown to a developer for the workspaces they belong to, and of no others', async () => {
    const use = await read('developer', ofWorkspace('Default'));
    expect(use.data.every(({ scope }) => scope === 'organization')).toBe(true);
    const refused = async (someone: Someone, path: string) => refusal(await fixture.as(someone, 'GET', path));
    expect(await refused('developer', ofWorkspace('Research'))).toBe('404 workspace_not_found');
    expect(await refused('second_developer', ofWorkspace('Research'))).toBe('404 workspace_not_found');
    expect(await refused('workspace_admin', ofWorkspace('Default'))).toBe('404 workspace_not_found');
    expect(await refused('developer', '/limit_use')).toBe('403 role_required');
    expect(await refused('workspace_admin', '/limit_use')).toBe('403 role_required');
    expect(await refused('member', ofWorkspace('Default'))).toBe('403 role_required');
  });

  it('is not found for a workspace of another organization, or of none', async () => {
    for (const name of ['Default', 'Research'])
      expect(refusal(await fixture.as('stranger', 'GET', ofWorkspace(name)))).toBe('404 workspace_not_found');
    expect(refusal(await fixture.as('owner', 'GET', `/workspaces/${OTHER_WORKSPACE}/limit_use`))).toBe(
      '404 workspace_not_found',
    );
    const vendor = await read('stranger');
    expect(usedOf(vendor, 'organization', 'requests')).toBe(0);
    expect(vendor.spend_limits).toEqual([]);
  });

  it('has spend limits with what was spent, as far as the person sees costs', async () => {
    const limit = (scope: object, usd: string) =>
      fixture.as('primary_owner', 'POST', '/spend_limits', { scope, limit_usd: usd });
    await limit({ type: 'organization' }, '100');
    await limit({ type: 'workspace', workspace_id: fixture.ids['Default'] }, '20');
    await limit({ type: 'workspace', workspace_id: fixture.ids['Research'] }, '30');
    await limit({ type: 'member', user_id: fixture.ids['developer'] }, '5');
    await limit({ type: 'member', user_id: fixture.ids['owner'] }, '6');
    const amounts = ({ spend_limits: limits }: LimitUse) =>
      limits.map(({ limit_usd: usd }) => usd).toSorted();
    const ofAll = await read('owner');
    expect(amounts(ofAll)).toEqual(['100.00', '20.00', '30.00']);
    expect(ofAll.spend_limits[0]).toMatchObject({
      spent_usd: '0.00',
      resets_at: expect.stringMatching(/-01T00:00:00Z$/),
    });
    expect(amounts(await read('developer', ofWorkspace('Default')))).toEqual(['20.00', '5.00']);
    const path = `/workspaces/${fixture.ids['Default']}/members/${fixture.ids['member']}`;
    await fixture.as('owner', 'PATCH', path, { role: 'workspace_developer' });
    // Calls models of the workspace, and does not see what others spend there.
    expect(amounts(await read('member', ofWorkspace('Default')))).toEqual([]);
  });
});
