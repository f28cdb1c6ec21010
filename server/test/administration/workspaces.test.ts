import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture, type Reply } from './admin-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('workspaces on $kind', (database) => {
  let fixture: AdminFixture;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const models = (key: string): Promise<Reply> => call('GET', '/v1/models', { key });
  const create = async (name: string, more: object = {}): Promise<Reply> =>
    call('POST', '/workspaces', { body: { name, ...more } });
  const idOf = async (name: string): Promise<string> => {
    const { body } = await call('GET', '/workspaces?include_archived=true&limit=100');
    return body.data.find((workspace: { name: string }) => workspace.name === name).id;
  };
  const userId = async (email: string): Promise<string> =>
    (await call('GET', `/users?email=${email}`)).body.data[0].id;

  beforeAll(async () => {
    fixture = await startAdminFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('WORK-01 WORK-08 WORK-12 WORK-15 creates with 201 and sets defaults', async () => {
    const { status, body } = await create(' Alpha ');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^wrkspc_[0-9a-z]{26}$/),
      type: 'workspace',
      name: 'Alpha',
      description: '',
      is_default: false,
      data_region: 'us',
      allowed_ips: [],
      spend_limit_usd: null,
      rate_limits: [],
      archived_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await call('GET', `/workspaces/${body.id}`)).body).toEqual(body);
    const settings = {
      description: 'Ours',
      data_region: 'eu',
      allowed_ips: ['10.0.0.1'],
      spend_limit_usd: '12.5',
    };
    expect((await create('Beta', settings)).body).toMatchObject({ ...settings, spend_limit_usd: '12.50' });
  });

  it('WORK-05 WORK-06 there is exactly one default workspace, named Default', async () => {
    const { data } = (await call('GET', '/workspaces')).body;
    expect(data.filter((one: { is_default: boolean }) => one.is_default)).toMatchObject([
      { name: 'Default' },
    ]);
  });

  it.each([
    ['WORK-20', { name: '' }, 'invalid_name name'],
    ['WORK-02', { name: 'x'.repeat(41) }, 'invalid_name name'],
    ['WORK-20', { name: 'a\u0007b' }, 'invalid_name name'],
    ['D-WORK-1', { name: 'a/b' }, 'invalid_name name'],
    ['WORK-15', {}, 'invalid_parameter name'],
    ['WORK-04', { name: 'x', description: 'x'.repeat(201) }, 'invalid_parameter description'],
    ['WORK-21', { name: 'x', data_region: 'mars' }, 'unknown_region data_region'],
    ['WORK-10', { name: 'x', spend_limit_usd: 5 }, 'invalid_parameter spend_limit_usd'],
    ['WORK-10', { name: 'x', spend_limit_usd: '9000001' }, 'invalid_parameter spend_limit_usd'],
    ['WORK-21', { name: 'x', data_region: '\0' }, 'unknown_region data_region'],
    ['D-WORK-2', { name: 'x', rate_limits: [] }, 'read_only_field rate_limits'],
    ['KEY-38', { name: 'x', allowed_ips: ['nope'] }, 'invalid_parameter allowed_ips[0]'],
  ])('%s refuses a field with a value it cannot have', async (_, body, wanted) => {
    expect(refusal(await call('POST', '/workspaces', { body }))).toBe(`400 ${wanted}`);
  });

  it('WORK-02 WORK-04 accepts names of 1 and 40 characters and a description of 200', async () => {
    expect((await create('x')).status).toBe(201);
    expect((await create('😀'.repeat(40), { description: 'x'.repeat(200) })).status).toBe(201);
  });

  it('WORK-03 WORK-22 names are unique regardless of case, on create and rename', async () => {
    expect(refusal(await create('alpha'))).toBe('409 name_taken name');
    const id = await idOf('Beta');
    expect(refusal(await call('PATCH', `/workspaces/${id}`, { body: { name: 'ALPHA' } }))).toBe(
      '409 name_taken name',
    );
    expect((await call('PATCH', `/workspaces/${id}`, { body: { name: 'BETA' } })).body.name).toBe('BETA');
    await call('PATCH', `/workspaces/${id}`, { body: { name: 'Beta' } });
  });

  it('WORK-03 WORK-22 of fifty concurrent creations of one name one succeeds', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => create(i % 2 ? 'Wanted' : 'wanted')),
    );
    expect(responses.map(refusal).toSorted()).toEqual([
      '201',
      ...Array.from({ length: 49 }, () => '409 name_taken name'),
    ]);
  });

  it('WORK-19 PATCH changes the given fields and audits them; null removes the cap', async () => {
    const id = await idOf('Beta');
    const before = (await call('GET', `/workspaces/${id}`)).body;
    const { body } = await call('PATCH', `/workspaces/${id}`, {
      body: { description: 'Theirs', spend_limit_usd: null },
    });
    expect(body).toEqual({ ...before, description: 'Theirs', spend_limit_usd: null });
    const [event] = (await call('GET', `/audit_events?event=workspace.updated&resource_id=${id}`)).body.data;
    expect(event.changes).toEqual({
      description: { from: 'Ours', to: 'Theirs' },
      spend_limit_usd: { from: '12.50', to: null },
    });
  });

  it('KEY-66 WORK-09 the address list of a workspace applies to its keys from the next call on, and to no others', async () => {
    const id = await idOf('Research');
    expect((await models(KEYS.second)).status).toBe(200);
    await call('PATCH', `/workspaces/${id}`, { body: { allowed_ips: ['10.0.0.1'] } });
    expect(refusal(await models(KEYS.second))).toBe('403 ip_not_allowed');
    expect((await models(KEYS.main)).status).toBe(200);
    await call('PATCH', `/workspaces/${id}`, { body: { allowed_ips: [] } });
    expect((await models(KEYS.second)).status).toBe(200);
  });

  it('WORK-17 WORK-27 WORK-28 WORK-31 WORK-32 ADMIN-47 archiving stops the keys and keeps the name taken, and unarchiving restores everything', async () => {
    const id = await idOf('Research');
    const archived = await call('POST', `/workspaces/${id}/archive`);
    expect(archived).toMatchObject({ status: 200, body: { id, archived_at: expect.stringMatching(/Z$/) } });
    expect(refusal(await models(KEYS.second))).toBe('403 workspace_archived');
    expect((await call('POST', `/workspaces/${id}/archive`)).body).toEqual(archived.body);
    expect(refusal(await create('Research'))).toBe('409 name_taken name');
    expect(refusal(await call('PATCH', `/workspaces/${id}`, { body: { name: 'Other' } }))).toBe(
      '409 resource_conflict',
    );
    const listed = async (query: string): Promise<boolean> =>
      (await call('GET', `/workspaces?limit=100${query}`)).body.data.some(
        (one: { id: string }) => one.id === id,
      );
    expect(await listed('')).toBe(false);
    expect(await listed('&include_archived=true')).toBe(true);
    expect(
      (await call('GET', `/audit_events?event=workspace.archived&resource_id=${id}`)).body.data,
    ).toHaveLength(1);
    expect((await call('POST', `/workspaces/${id}/unarchive`)).body.archived_at).toBeNull();
    expect((await models(KEYS.second)).status).toBe(200);
  });

  it('D-WORK-2 an archived workspace keeps its limits, whichever way they are set', async () => {
    const id = (await create('Retired', { spend_limit_usd: '5' })).body.id;
    const scope = { type: 'workspace', workspace_id: id };
    const limits = await call('GET', '/spend_limits?limit=100');
    const limit = limits.body.data.find(
      (one: { scope: { workspace_id?: string } }) => one.scope.workspace_id === id,
    );
    await call('POST', `/workspaces/${id}/archive`);
    const put = (limit_usd: string): Promise<Reply> =>
      call('POST', '/spend_limits', { body: { scope, limit_usd } });
    expect(refusal(await put('6'))).toBe('409 resource_conflict scope.workspace_id');
    expect(refusal(await call('DELETE', `/spend_limits/${limit.id}`))).toBe(
      '409 resource_conflict scope.workspace_id',
    );
    const overrides = [{ model: 'Svc Standard', requests_per_minute: 7 }];
    expect(refusal(await call('PUT', `/workspaces/${id}/rate_limits`, { body: { overrides } }))).toBe(
      '409 resource_conflict',
    );
    expect(refusal(await call('DELETE', `/workspaces/${id}/rate_limits`))).toBe('409 resource_conflict');
    expect((await call('GET', `/workspaces/${id}`)).body).toMatchObject({
      spend_limit_usd: '5.00',
      rate_limits: [],
    });
    await call('POST', `/workspaces/${id}/unarchive`);
    expect((await put('6')).status).toBe(200);
    expect((await call('GET', `/workspaces/${id}`)).body.spend_limit_usd).toBe('6.00');
  });

  it('WORK-33 Default cannot be archived', async () => {
    const id = await idOf('Default');
    expect(refusal(await call('POST', `/workspaces/${id}/archive`))).toBe('409 default_workspace');
    expect((await models(KEYS.main)).status).toBe(200);
  });

  it('WORK-34 WORK-35 WORK-40 to WORK-45 adds, reads, changes and removes members', async () => {
    const id = await idOf('Research');
    const dora = await userId('dora@acme.test');
    const path = `/workspaces/${id}/members`;
    const added = await call('POST', path, { body: { user_id: dora, role: 'workspace_user' } });
    expect(added).toMatchObject({
      status: 201,
      body: { type: 'workspace_member', workspace_id: id, user_id: dora, role: 'workspace_user' },
    });
    expect(refusal(await call('POST', path, { body: { user_id: dora, role: 'workspace_user' } }))).toBe(
      '409 resource_conflict',
    );
    expect((await call('GET', path)).body.data).toContainEqual(added.body);
    expect((await call('GET', `${path}/${dora}`)).body).toEqual(added.body);
    expect(refusal(await call('PATCH', `${path}/${dora}`, { body: { role: 'owner' } }))).toBe(
      '400 invalid_parameter role',
    );
    expect((await call('PATCH', `${path}/${dora}`, { body: { role: 'workspace_admin' } })).body.role).toBe(
      'workspace_admin',
    );
    expect((await call('DELETE', `${path}/${dora}`)).body).toEqual({
      type: 'workspace_member',
      workspace_id: id,
      user_id: dora,
      deleted: true,
    });
    for (const method of ['GET', 'DELETE'])
      expect(refusal(await call(method, `${path}/${dora}`))).toBe('404 user_not_found');
    const stranger = (await call('GET', '/users', { key: KEYS.stranger })).body.data[0].id;
    const vendor = { user_id: stranger, role: 'workspace_user' };
    expect(refusal(await call('POST', path, { body: vendor }))).toBe('404 user_not_found');
  });

  it('WORK-23 WORK-24 allows a hundred active workspaces, even with concurrent creations; archived ones do not count', async () => {
    const active = (await call('GET', '/workspaces?limit=100')).body.data.length;
    const names = Array.from({ length: 103 - active }, (_, i) => `n${i}`);
    const responses = await Promise.all(names.map((name) => create(name)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(100 - active);
    for (const response of responses)
      if (response.status !== 201) expect(refusal(response)).toBe('409 workspace_limit_reached');
    const { id } = responses.find(({ status }) => status === 201)!.body;
    await call('POST', `/workspaces/${id}/archive`);
    expect((await create('one more')).status).toBe(201);
    expect(refusal(await call('POST', `/workspaces/${id}/unarchive`))).toBe('409 workspace_limit_reached');
  });
});
