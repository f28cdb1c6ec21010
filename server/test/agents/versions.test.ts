import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import { AGENTS, OTHER_KEY, startAgentsFixture, type AgentsFixture, type Reply } from './agents-fixture.ts';

const fn = (name: string) => ({ type: 'function', function: { name } });

describe.each(await httpDatabases(import.meta.filename))('versions of agents on $kind', (database) => {
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
  const read = (id: string, query = ''): Promise<Reply> => agents.call('GET', `${AGENTS}/${id}${query}`);
  const refused = async (reply: Promise<Reply>): Promise<string> => agents.refusal(await reply);

  it('AGENT-15 AGENT-16 AGENT-18 get a version with each change, and keep the old ones', async () => {
    const id = await made({ system: 'One.', tools: [fn('a')], metadata: { team: 'x' }, max_rounds: 5 });
    const first = (await read(id)).body;
    await agents.service.advance(5);
    const second = await patch(id, { system: 'Two.', tools: [fn('b')] });
    expect([second.status, second.body]).toEqual([
      200,
      {
        ...first,
        system: 'Two.',
        tools: [fn('b')],
        version: 2,
        updated_at: expect.not.stringMatching(first['updated_at']),
      },
    ]);
    for (const same of [{}, { system: 'Two.' }, { tools: [fn('b')] }, { metadata: { team: 'x' } }])
      expect((await patch(id, same)).body).toEqual(second.body);
    const cleared = await patch(id, {
      system: null,
      tools: null,
      metadata: null,
      max_rounds: null,
      description: null,
    });
    expect(cleared.body).toMatchObject({ system: null, tools: [], metadata: {}, max_rounds: 50, version: 3 });
    expect((await read(id, '?version=1')).body).toEqual(first);
    expect((await read(id, '?version=2')).body).toEqual(second.body);
    expect((await read(id, '?version=3')).body).toEqual((await read(id)).body);
    for (const version of [4, 999_999_999])
      expect(await refused(read(id, `?version=${version}`))).toBe('404 agent_version_not_found version');
    expect(await refused(read(id, '?version=0'))).toBe('400 invalid_parameter version');
    for (const field of ['name', 'model'])
      expect(await refused(patch(id, { [field]: null }))).toBe(`400 invalid_parameter ${field}`);
  });

  it('AGENT-17 are changed by one of two editors', async () => {
    const id = await made();
    const replies = await Promise.all(['A', 'B'].map((system) => patch(id, { system, version: 1 })));
    expect(replies.map((reply) => agents.refusal(reply)).toSorted()).toEqual([
      '200',
      '409 resource_conflict version',
    ]);
    const winner = replies.find(({ status }) => status === 200)!;
    expect((await read(id)).body).toEqual(winner.body);
    expect(await refused(patch(id, { system: 'C', version: 3 }))).toBe('409 resource_conflict version');
    expect((await patch(id, { system: 'C', version: 2 })).body['version']).toBe(3);
  });

  it('AGENT-18 D-PAGE-1 list their versions newest first, by numbers', async () => {
    const id = await made({ system: '1' });
    for (const system of ['2', '3', '4']) await patch(id, { system });
    const page = async (query: string) => {
      const { body } = await agents.call('GET', `${AGENTS}/${id}/versions?${query}`);
      const data = body['data'] as { version: number; system: string }[];
      return [data.map(({ version, system }) => `${version}${system}`), body['has_more'], body['last_id']];
    };
    expect(await page('')).toEqual([['44', '33', '22', '11'], false, '1']);
    expect(await page('limit=3')).toEqual([['44', '33', '22'], true, '2']);
    expect(await page('limit=3&after_id=2')).toEqual([['11'], false, '1']);
    expect(await page('limit=1&before_id=2')).toEqual([['33'], true, '3']);
    for (const cursor of ['0', 'x', id, '1e3'])
      expect(await refused(agents.call('GET', `${AGENTS}/${id}/versions?after_id=${cursor}`))).toBe(
        '400 invalid_parameter after_id',
      );
    expect(await refused(agents.call('GET', `${AGENTS}/agent_none/versions`))).toBe(
      '404 agent_not_found agent_id',
    );
  });

  it('end a page of long instructions early, and lose none', async () => {
    for (let i = 0; i < 9; i++) await made({ name: `long ${i}`, system: 'é'.repeat(100_000), tools: [] });
    const id = await made({ name: 'long', system: 'y'.repeat(100_000) });
    const names: string[] = [];
    for (let after = '', hasMore = true; hasMore;) {
      const { body } = await agents.call('GET', `${AGENTS}?limit=100${after && `&after_id=${after}`}`);
      names.push(...(body['data'] as { name: string }[]).map(({ name }) => name));
      [after, hasMore] = [body['last_id'], body['has_more']];
    }
    expect(names.slice(0, 10)).toEqual(['long', ...Array.from({ length: 9 }, (_, i) => `long ${8 - i}`)]);
    expect((await agents.call('GET', `${AGENTS}?before_id=${id}`)).body['data']).toEqual([]);
  });
});

describe.each(await httpDatabases(import.meta.filename))('limits of agents on $kind', (database) => {
  it('AGENT-20 bound agents that are not archived, and versions', async () => {
    const opened = await database.open();
    const agents = await startAgentsFixture(opened, { agents_per_workspace: 2, versions_per_agent: 2 });
    try {
      const [first, second] = [await agents.create(), await agents.create()];
      const limit = '409 agent_limit_reached';
      expect(agents.refusal(await agents.create())).toBe(limit);
      expect((await agents.create({}, { key: OTHER_KEY })).status).toBe(201);
      const path = `${AGENTS}/${first.body['id']}`;
      await agents.call('POST', `${path}/archive`);
      expect((await agents.create()).status).toBe(201);
      expect(agents.refusal(await agents.create())).toBe(limit);
      const change = (system: string) => agents.call('PATCH', `${AGENTS}/${second.body['id']}`, { system });
      expect((await change('2')).body['version']).toBe(2);
      expect(agents.refusal(await change('3'))).toBe(limit);
      expect((await change('2')).body['version']).toBe(2);
    } finally {
      await agents.stop();
      await opened.close();
    }
  });
});
