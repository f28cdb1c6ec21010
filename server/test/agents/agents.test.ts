import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import {
  ABLE,
  AGENTS,
  OTHER_KEY,
  PLAIN,
  startAgentsFixture,
  UNAVAILABLE,
  type AgentsFixture,
  type Reply,
} from './agents-fixture.ts';

const fn = (name: string, more: object = {}) => ({ type: 'function', function: { name, ...more } });
const server = (name: string, more: object = {}) => ({
  name,
  url: `https://${name}.example.com/mcp`,
  ...more,
});
const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

/** What an agent shows that sets nothing but its name and model. */
const EMPTY = {
  type: 'agent',
  description: null,
  system: null,
  tools: [],
  mcp_servers: [],
  skills: [],
  reasoning: null,
  context_management: null,
  response_format: null,
  max_output_tokens: null,
  max_rounds: 50,
  approval_timeout_s: null,
  metadata: {},
  archived_at: null,
};

describe.each(await httpDatabases(import.meta.filename))('agents on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let agents: AgentsFixture;
  beforeAll(async () => {
    opened = await database.open();
    agents = await startAgentsFixture(opened);
  });
  afterAll(async () => {
    await agents?.stop();
    await opened?.close();
  });

  const made = async (fields?: object): Promise<string> => {
    const { status, body } = await agents.create(fields);
    expect([status, body['error']]).toEqual([201, undefined]);
    return body['id'] as string;
  };
  const patch = (id: string, body: object): Promise<Reply> => agents.call('PATCH', `${AGENTS}/${id}`, body);
  const refused = async (reply: Promise<Reply>): Promise<string> => agents.refusal(await reply);

  it('AGENT-01 AGENT-02 SHARE-04 are created from a name and a model, with every field', async () => {
    const { status, body } = await agents.create();
    expect(status).toBe(201);
    expect(body).toEqual({
      ...EMPTY,
      id: expect.stringMatching(/^agent_[0-9a-z]{26}$/),
      name: 'Support',
      model: ABLE,
      version: 1,
      workspace_id: expect.stringMatching(/^wrkspc_/),
      created_at: stamp,
      updated_at: body['created_at'],
    });
    expect((await agents.call('GET', `${AGENTS}/${body['id']}`)).body).toEqual(body);
    expect(await refused(agents.call('POST', AGENTS, { model: ABLE }))).toBe('400 invalid_parameter name');
    expect(await refused(agents.call('POST', AGENTS, { name: 'x' }))).toBe('400 invalid_parameter model');
    expect(await refused(agents.create({ name: '' }))).toBe('400 invalid_parameter name');
    expect((await agents.create({ name: 'x'.repeat(100) })).status).toBe(201);
    expect(await refused(agents.create({ name: 'x'.repeat(101) }))).toBe('400 invalid_parameter name');
  });

  it('AGENT-03 have a description and instructions up to their limits', async () => {
    for (const [field, most] of [
      ['description', 1000],
      ['system', 100_000],
    ] as const) {
      const { status, body } = await agents.create({ [field]: 'é'.repeat(most) });
      expect([status, body[field]]).toEqual([201, 'é'.repeat(most)]);
      expect(await refused(agents.create({ [field]: 'x'.repeat(most + 1) }))).toBe(
        `400 invalid_parameter ${field}`,
      );
    }
  });

  it.each(['nothing', UNAVAILABLE])(
    'AGENT-04 are refused for the model %s, which the list does not have',
    async (model) => {
      expect(await refused(agents.create({ model }))).toBe('404 model_not_found model');
      expect(await refused(patch(await made(), { model }))).toBe('404 model_not_found model');
    },
  );

  it('AGENT-05 have at most 128 tools', async () => {
    const tools = Array.from({ length: 129 }, (_, i) => fn(`f${i}`));
    expect((await agents.create({ tools: tools.slice(1) })).status).toBe(201);
    expect(await refused(agents.create({ tools }))).toBe('400 invalid_parameter tools');
  });

  it.each(['svc_web_search', 'svc_web_fetch', 'svc_memory', 'svc_skill', 'svc_files', 'svc_bash'])(
    'AGENT-07 AGENT-08 take %s of models that list it, and no function of that name',
    async (type) => {
      const isListed = type !== 'svc_web_search';
      const reply = await agents.create({ tools: [{ type }] });
      expect(isListed ? reply.status : agents.refusal(reply)).toBe(
        isListed ? 201 : '400 unsupported_parameter tools[0].type',
      );
      const plain = agents.create({ model: PLAIN, tools: [{ type }] });
      expect(await refused(plain)).toBe('400 unsupported_parameter tools[0].type');
      expect(await refused(agents.create({ tools: [fn(type)] }))).toBe(
        '400 invalid_parameter tools[0].function.name',
      );
    },
  );

  it.each<[object, string]>([
    [{ tools: [fn('a'), fn('a')] }, 'tools[1].function.name'],
    [{ tools: [{ type: 'svc_bash' }, { type: 'svc_bash' }] }, 'tools[1].type'],
    [
      { tools: [fn('crm__find')], mcp_servers: [server('crm', { allowed_tools: ['find'] })] },
      'mcp_servers[0].allowed_tools[0]',
    ],
    [
      { mcp_servers: [server('a__b', { allowed_tools: ['c'] }), server('a', { allowed_tools: ['b__c'] })] },
      'mcp_servers[1].allowed_tools[0]',
    ],
    [{ mcp_servers: [server('crm'), server('crm')] }, 'mcp_servers[1].name'],
  ])('AGENT-08 AGENT-10 are refused with two tools of one name: %j', async (fields, param) => {
    expect(await refused(agents.create(fields))).toBe(`400 invalid_parameter ${param}`);
    expect(await refused(patch(await made(), fields))).toBe(`400 invalid_parameter ${param}`);
  });

  it('AGENT-09 AGENT-22 AGENT-25 show the defaults of tools and servers', async () => {
    const { body } = await agents.create({
      tools: [
        fn('a', { parameters: { type: 'object', zebra: 1, ant: 2 } }),
        { type: 'svc_bash' },
        { type: 'svc_memory', permission: 'ask', retry_safe: true },
        { type: 'svc_web_fetch', max_uses: 3, allowed_domains: ['EXAMPLE.com'] },
      ],
      mcp_servers: [server('crm'), server('b', { permission: 'allow', required: true, retry_safe: true })],
    });
    expect(body['tools']).toEqual([
      fn('a', { parameters: { type: 'object', zebra: 1, ant: 2 } }),
      { type: 'svc_bash', permission: 'allow', retry_safe: false },
      { type: 'svc_memory', permission: 'ask', retry_safe: true },
      {
        type: 'svc_web_fetch',
        permission: 'allow',
        retry_safe: false,
        max_uses: 3,
        allowed_domains: ['example.com'],
        blocked_domains: null,
      },
    ]);
    const shown = {
      tunnel_id: null,
      allowed_tools: null,
      permission: 'ask',
      required: false,
      retry_safe: false,
    };
    expect(body['mcp_servers']).toEqual([
      { ...server('crm'), ...shown },
      { ...server('b'), ...shown, permission: 'allow', required: true, retry_safe: true },
    ]);
    expect(
      (await agents.create({ tools: body['tools'], mcp_servers: body['mcp_servers'] })).body,
    ).toMatchObject({
      tools: body['tools'],
      mcp_servers: body['mcp_servers'],
    });
    expect(await refused(agents.create({ tools: [{ ...fn('a'), permission: 'ask' }] }))).toBe(
      '400 unknown_parameter tools[0].permission',
    );
    for (const wrong of [{ tools: [{ type: 'svc_bash', permission: 'never' }] }])
      expect(await refused(agents.create(wrong))).toBe('400 invalid_parameter tools[0].permission');
    expect(await refused(agents.create({ mcp_servers: [server('a', { permission: 'never' })] }))).toBe(
      '400 invalid_parameter mcp_servers[0].permission',
    );
  });

  it('AGENT-10 name at most 20 servers, without a token, by https', async () => {
    const servers = Array.from({ length: 21 }, (_, i) => server(`s${i}`));
    expect((await agents.create({ mcp_servers: servers.slice(1) })).status).toBe(201);
    expect(await refused(agents.create({ mcp_servers: servers }))).toBe('400 invalid_parameter mcp_servers');
    const one = (fields: object) => refused(agents.create({ mcp_servers: [server('a', fields)] }));
    expect(await one({ authorization_token: 'secret' })).toBe(
      '400 unknown_parameter mcp_servers[0].authorization_token',
    );
    for (const url of ['http://a.example.com', 'ftp://a', 'https://me:pw@a.example.com/', 'nonsense'])
      expect(await one({ url })).toBe('400 invalid_parameter mcp_servers[0].url');
    expect(await one({ name: 'a b' })).toBe('400 invalid_parameter mcp_servers[0].name');
    expect(await one({ allowed_tools: [] })).toBe('400 invalid_parameter mcp_servers[0].allowed_tools');
  });

  it('AGENT-11 name only servers and tunnels that the policy allows, on create and PATCH', async () => {
    const tunnel = { name: 'office', allowed_targets: ['http://inside/mcp'] };
    const flag = 'mcp-tunnels-2026-12-01';
    const tunnelId = (await agents.call('POST', '/v1/tunnels', tunnel, { flag })).body['id'] as string;
    const other = await agents.call('POST', '/v1/tunnels', tunnel, { flag, key: OTHER_KEY });
    const through = (id: string) => [{ name: 't', url: 'http://inside/mcp', tunnel_id: id }];
    expect((await agents.create({ mcp_servers: through(tunnelId) })).status).toBe(201);
    for (const id of [other.body['id'], 'tnl_none'])
      expect(await refused(agents.create({ mcp_servers: through(id) }))).toBe(
        '404 tunnel_not_found mcp_servers[0].tunnel_id',
      );
    const id = await made({ mcp_servers: [server('crm')] });
    const setPolicy = async (policy: object): Promise<void> => {
      const { status } = await agents.admin('PATCH', '/me', { mcp_policy: policy });
      expect(status).toBe(200);
    };
    const none = '403 mcp_server_not_allowed';
    await setPolicy({ mode: 'none', tunnel_ids: [], urls: [] });
    expect(await refused(agents.create({ mcp_servers: [server('crm')] }))).toBe(none);
    expect(await refused(agents.create({ mcp_servers: through(tunnelId) }))).toBe(none);
    expect(await refused(patch(id, { mcp_servers: [server('other')] }))).toBe(none);
    expect(await refused(patch(id, { system: 'Be brief.' }))).toBe(none);
    expect((await patch(id, { mcp_servers: [] })).status).toBe(200);
    await setPolicy({ mode: 'listed', tunnel_ids: [tunnelId], urls: [server('crm').url] });
    expect((await agents.create({ mcp_servers: [server('crm'), ...through(tunnelId)] })).status).toBe(201);
    expect(await refused(agents.create({ mcp_servers: [server('other')] }))).toBe(none);
    await setPolicy({ mode: 'all', tunnel_ids: [], urls: [] });
  });

  it('AGENT-12 name at most 20 skills, none of which is there yet', async () => {
    const skill = { skill_id: 'skill_none' };
    expect(await refused(agents.create({ skills: [skill] }))).toBe('404 skill_not_found skills[0].skill_id');
    expect(await refused(agents.create({ skills: Array.from({ length: 21 }, () => skill) }))).toBe(
      '400 invalid_parameter skills',
    );
    expect(await refused(agents.create({ skills: [{ ...skill, version: 0 }] }))).toBe(
      '400 invalid_parameter skills[0].version',
    );
  });

  it('AGENT-13 SESS-62 take reasoning, context management and reply shapes of messages', async () => {
    const fields = {
      reasoning: { effort: 'high' },
      context_management: {
        edits: [{ type: 'compact', trigger: { type: 'input_tokens', value: 60_000 } }],
      },
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'order', schema: { type: 'object' } },
      },
    };
    const { status, body } = await agents.create(fields);
    expect(status).toBe(201);
    expect(body).toMatchObject(fields);
    const wrong: [object, string][] = [
      [{ reasoning: { effort: 'high', max_tokens: 2000 } }, 'invalid_parameter reasoning'],
      [{ reasoning: { max_tokens: 1023 } }, 'invalid_parameter reasoning.max_tokens'],
      [
        { reasoning: { max_tokens: 2000 }, max_output_tokens: 2000 },
        'invalid_parameter reasoning.max_tokens',
      ],
      [{ reasoning: { effort: 'high', budget: 1 } }, 'unknown_parameter reasoning.budget'],
      [{ context_management: { edits: [] } }, 'invalid_parameter context_management.edits'],
      [
        {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'order', strict: true, schema: { type: 'object' } },
          },
        },
        'invalid_parameter response_format.json_schema.schema',
      ],
      [{ model: PLAIN, reasoning: { effort: 'low' } }, 'unsupported_parameter reasoning'],
      [{ model: PLAIN, response_format: { type: 'json_object' } }, 'unsupported_parameter response_format'],
      [{ model: PLAIN, tools: [fn('a')] }, 'unsupported_parameter tools'],
      [{ model: PLAIN, mcp_servers: [server('a')] }, 'unsupported_parameter mcp_servers'],
    ];
    for (const [sent, expected] of wrong) expect(await refused(agents.create(sent))).toBe(`400 ${expected}`);
  });

  it.each<[string, readonly number[], readonly number[]]>([
    ['max_rounds', [1, 200], [0, 201, 1.5]],
    ['max_output_tokens', [1, 8000], [0, 8001]],
    ['approval_timeout_s', [60, 604_800], [59, 604_801]],
  ])('AGENT-14 SESS-57 keep %s within its bounds', async (field, good, bad) => {
    for (const value of good) expect((await agents.create({ [field]: value })).body[field]).toBe(value);
    for (const value of bad)
      expect(await refused(agents.create({ [field]: value }))).toBe(`400 invalid_parameter ${field}`);
  });
});
