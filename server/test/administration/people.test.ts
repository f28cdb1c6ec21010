import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture, type Reply } from './admin-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('organization and people on $kind', (database) => {
  let fixture: AdminFixture;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const byAdministrator = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(method, path, { key: KEYS.administrator, body });
  const user = async (email: string): Promise<{ id: string; role: string }> =>
    (await call('GET', `/users?email=${email}`)).body.data[0];
  const roleChange = async (key: string, email: string, role: string): Promise<Reply> =>
    call('PATCH', `/users/${(await user(email)).id}`, { key, body: { role } });

  beforeAll(async () => {
    fixture = await startAdminFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('ADMIN-32 ADMIN-33 reads and renames the organization', async () => {
    const { body } = await call('GET', '/me');
    expect(body).toEqual({
      id: expect.stringMatching(/^org_/),
      type: 'organization',
      name: 'Acme',
      plan: 'pro',
      zero_data_retention: false,
      data_regions: ['us', 'eu'],
      primary_owner_id: (await user('pia@acme.test')).id,
      mcp_policy: { mode: 'all', tunnel_ids: [], urls: [] },
      allowed_email_domains: [],
      sso: { enabled: false, required: false, connection_ids: [] },
      code_telemetry: true,
      created_at: expect.stringMatching(/Z$/),
    });
    // The name of another organization must not be discoverable here.
    expect((await call('PATCH', '/me', { body: { name: 'Globex' } })).body).toEqual({
      ...body,
      name: 'Globex',
    });
    expect((await byAdministrator('PATCH', '/me', { name: 'Acme' })).body).toEqual(body);
  });

  it.each([
    ['POST', '/spend_limits', { scope: { type: 'member', user_id: '\0' }, limit_usd: '1' }, 'scope.user_id'],
    [
      'POST',
      '/spend_limits',
      { scope: { type: 'workspace', workspace_id: 'wrkspc_\0' }, limit_usd: '1' },
      'scope.workspace_id',
    ],
    [
      'POST',
      '/spend_limits',
      { scope: { type: 'group', group_id: 'grp_\0' }, limit_usd: '1' },
      'scope.group_id',
    ],
    ['POST', '/workspaces/{default}/members', { user_id: '\0', role: 'workspace_user' }, 'user_id'],
    [
      'POST',
      '/invites',
      {
        email: 'ina@acme.test',
        role: 'member',
        workspaces: [{ workspace_id: '\0', role: 'workspace_user' }],
      },
      'workspaces[0].workspace_id',
    ],
    [
      'PATCH',
      '/me',
      { mcp_policy: { mode: 'listed', urls: ['https://a.test', 'https://a.test/\0'] } },
      'mcp_policy.urls[1]',
    ],
  ])(
    'D-GEN-6 %s %s refuses text with a character the database cannot store: %j',
    async (method, path, body, param) => {
      const { data } = (await call('GET', '/workspaces')).body;
      const { id } = data.find(({ is_default: isDefault }: { is_default: boolean }) => isDefault);
      expect(refusal(await call(method, path.replace('{default}', id), { body }))).toBe(
        `400 invalid_parameter ${param}`,
      );
    },
  );

  it.each(['', 'text/plain', 'application/merge-patch+json'])(
    'D-ERR-6 a body of Content-Type "%s" is refused with the name of the header',
    async (type) => {
      const options = { raw: '{"name":"Acme"}', headers: { 'content-type': type } };
      expect(refusal(await call('PATCH', '/me', options))).toBe('400 invalid_request Content-Type');
    },
  );

  it('D-ADM-4 only owners set the MCP policy and the domains', async () => {
    expect(refusal(await byAdministrator('PATCH', '/me', { allowed_email_domains: ['acme.test'] }))).toBe(
      '403 role_required',
    );
    expect(refusal(await byAdministrator('PATCH', '/me', { mcp_policy: { mode: 'none' } }))).toBe(
      '403 role_required',
    );
    expect((await call('PATCH', '/me', { body: { mcp_policy: { mode: 'none' } } })).body.mcp_policy).toEqual({
      mode: 'none',
      tunnel_ids: [],
      urls: [],
    });
    expect(refusal(await call('PATCH', '/me', { body: { plan: 'free' } }))).toBe('400 read_only_field plan');
    expect(refusal(await call('PATCH', '/me', { body: { mcp_policy: { mode: 'some' } } }))).toBe(
      '400 invalid_parameter mcp_policy.mode',
    );
  });

  it('TUN-39 D-TUN-17 D-16 a call obeys the MCP policy from the moment it is set', async () => {
    const name = async (url: string): Promise<string> => {
      const servers = [{ name: 'site', url }];
      const body = {
        model: 'nope',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'x' }],
        mcp_servers: servers,
      };
      return refusal(await call('POST', '/v1/messages', { key: KEYS.main, body }));
    };
    const set = (policy: object): Promise<Reply> => call('PATCH', '/me', { body: { mcp_policy: policy } });
    await set({ mode: 'none' });
    expect(await name('https://a.test/mcp')).toBe('403 mcp_server_not_allowed');
    await set({ mode: 'listed', urls: ['https://a.test/mcp'] });
    expect(await name('https://a.test/mcp')).toMatch(/^404 model_not_found/);
    expect(await name('https://b.test/mcp')).toBe('403 mcp_server_not_allowed');
    await set({ mode: 'all' });
    expect(await name('https://b.test/mcp')).toMatch(/^404 model_not_found/);
  });

  it('ADMIN-34 lists members, filtered by role', async () => {
    const roles = (await call('GET', '/users')).body.data
      .map(({ role }: { role: string }) => role)
      .toSorted();
    expect(roles).toEqual(['administrator', 'administrator', 'developer', 'owner', 'primary_owner']);
    expect((await call('GET', '/users?role=developer')).body.data).toMatchObject([
      {
        type: 'user',
        email: 'dora@acme.test',
        name: 'Dora',
        status: 'active',
        second_factor: false,
        last_active_at: null,
      },
    ]);
  });

  it('ADMIN-25 ADMIN-26 D-ADM-11 an administrator cannot change members of equal or higher rank, nor grant a higher role', async () => {
    for (const email of ['olga@acme.test', 'pia@acme.test', 'abel@acme.test', 'adam@acme.test'])
      expect(refusal(await roleChange(KEYS.administrator, email, 'developer'))).toBe('403 role_required');
    expect(refusal(await roleChange(KEYS.administrator, 'dora@acme.test', 'owner'))).toBe(
      '403 role_required',
    );
    for (const email of ['olga@acme.test', 'abel@acme.test'])
      expect(refusal(await byAdministrator('DELETE', `/users/${(await user(email)).id}`))).toBe(
        '403 role_required',
      );
    expect((await roleChange(KEYS.administrator, 'dora@acme.test', 'billing')).body.role).toBe('billing');
  });

  it('ADMIN-24 an administrator can do what the role allows in the Console, except what is reserved to owners', async () => {
    const created = await byAdministrator('POST', '/workspaces', { name: 'of an administrator' });
    expect(created.status).toBe(201);
    const workspace = `/workspaces/${created.body.id}`;
    for (const [method, path, body] of [
      ['GET', '/api_keys'],
      ['GET', '/admin_keys'],
      ['GET', '/audit_events'],
      ['GET', '/rate_limits'],
      ['PATCH', workspace, { description: 'changed', spend_limit_usd: '5' }],
      ['PUT', `${workspace}/rate_limits`, { overrides: [] }],
      ['PATCH', `/api_keys/${(await call('GET', '/api_keys')).body.data[0].id}`, {}],
      ['PATCH', `/admin_keys/${(await call('GET', '/admin_keys')).body.data[0].id}`, {}],
      ['POST', `${workspace}/archive`],
    ] as const)
      expect((await byAdministrator(method, path, body)).status, `${method} ${path}`).toBe(200);
  });

  it('ADMIN-23 ADMIN-46 an owner changes an administrator, and the audit log records it', async () => {
    const { body } = await roleChange(KEYS.owner, 'abel@acme.test', 'developer');
    expect(body.role).toBe('developer');
    const [event] = (await call('GET', `/audit_events?event=member.change_role&resource_id=${body.id}`)).body
      .data;
    expect(event.changes).toEqual({ role: { from: 'administrator', to: 'developer' } });
    await roleChange(KEYS.owner, 'abel@acme.test', 'administrator');
  });

  it('D-ADM-2 the primary owner can be neither appointed nor removed here', async () => {
    expect(refusal(await roleChange(KEYS.owner, 'dora@acme.test', 'primary_owner'))).toBe(
      '409 resource_conflict',
    );
    expect(refusal(await roleChange(KEYS.administrator, 'dora@acme.test', 'primary_owner'))).toBe(
      '403 role_required',
    );
    expect(refusal(await roleChange(KEYS.owner, 'pia@acme.test', 'member'))).toBe('409 resource_conflict');
    expect(refusal(await call('DELETE', `/users/${(await user('pia@acme.test')).id}`))).toBe(
      '409 resource_conflict',
    );
  });

  it('ADMIN-22 ADMIN-27 a key acts with the current role of its creator', async () => {
    await roleChange(KEYS.owner, 'adam@acme.test', 'developer');
    expect(refusal(await byAdministrator('GET', '/me'))).toBe('403 admin_key_owner_ineligible');
    await roleChange(KEYS.owner, 'adam@acme.test', 'owner');
    expect((await byAdministrator('PATCH', '/me', { allowed_email_domains: [] })).status).toBe(200);
    await roleChange(KEYS.owner, 'adam@acme.test', 'administrator');
    expect(refusal(await byAdministrator('PATCH', '/me', { allowed_email_domains: [] }))).toBe(
      '403 role_required',
    );
  });

  it('ADMIN-22 ADMIN-27 when two owners demote each other concurrently one remains, every time', async () => {
    const [olga, adam] = [(await user('olga@acme.test')).id, (await user('adam@acme.test')).id];
    await roleChange(KEYS.owner, 'adam@acme.test', 'owner');
    const demote = (key: string, id: string): Promise<Reply> =>
      call('PATCH', `/users/${id}`, { key, body: { role: 'administrator' } });
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all([demote(KEYS.owner, adam), demote(KEYS.administrator, olga)]);
      expect(responses.map(refusal).toSorted()).toEqual(['200', '403 role_required']);
      expect((await call('GET', '/users?role=owner')).body.data).toHaveLength(1);
      const [winner, loser] =
        responses[0].status === 200 ? [KEYS.owner, 'adam@acme.test'] : [KEYS.administrator, 'olga@acme.test'];
      await roleChange(winner, loser, 'owner');
    }
    await roleChange(KEYS.owner, 'adam@acme.test', 'administrator');
  });

  it('D-ADM-2 ADMIN-28 a removed member disappears from the lists, and their admin key fails', async () => {
    const adam = await user('adam@acme.test');
    const sent = await byAdministrator('POST', '/invites', {
      email: 'way.back@acme.test',
      role: 'administrator',
    });
    expect((await call('DELETE', `/users/${adam.id}`)).body).toEqual({
      id: adam.id,
      type: 'user',
      deleted: true,
    });
    expect(refusal(await byAdministrator('GET', '/me'))).toBe('403 admin_key_owner_ineligible');
    for (const method of ['GET', 'DELETE'])
      expect(refusal(await call(method, `/users/${adam.id}`))).toBe('404 user_not_found');
    expect((await call('GET', `/users?after_id=${adam.id}`)).status).toBe(200);
    const key = (await call('GET', '/admin_keys')).body.data.find(
      ({ name }: { name: string }) => name === 'of the administrator',
    );
    expect(key.created_by).toEqual({ id: adam.id, email: 'adam@acme.test', role: null });
    expect((await call('GET', `/invites/${sent.body.id}`)).body.status).toBe('deleted');
  });

  it('KEY-12 an inference key stops with its creator, and its status stays active', async () => {
    expect((await call('GET', '/v1/models', { key: KEYS.third })).status).toBe(200);
    await call('DELETE', `/users/${(await user('abel@acme.test')).id}`);
    expect(refusal(await call('GET', '/v1/models', { key: KEYS.third }))).toBe('403 org_membership_required');
    const key = (await call('GET', '/api_keys')).body.data.find(
      ({ name }: { name: string }) => name === 'third',
    );
    expect(key).toMatchObject({ status: 'active', created_by: { status: 'removed' } });
  });
});
