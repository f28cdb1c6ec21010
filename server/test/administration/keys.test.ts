import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture, type Reply } from './admin-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('API keys on $kind', (database) => {
  let fixture: AdminFixture;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const models = (key: string, headers: Record<string, string> = {}): Promise<Reply> =>
    call('GET', '/v1/models', { key, headers });
  const idOf = async (name: string): Promise<string> => {
    const { body } = await call('GET', '/api_keys?status=all&limit=100');
    return body.data.find((key: { name: string }) => key.name === name).id;
  };

  beforeAll(async () => {
    fixture = await startAdminFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('KEY-01 to KEY-20 the key object has every field of the contract and no secret (KEY-08)', async () => {
    const { status, body } = await call('GET', '/api_keys');
    expect(status).toBe(200);
    const key = body.data.find((one: { name: string }) => one.name === 'main');
    expect(key).toEqual({
      id: expect.stringMatching(/^apikey_[0-9a-z]{26}$/),
      type: 'api_key',
      name: 'main',
      kind: 'private',
      prefix: KEYS.main.slice(0, 12),
      hint: KEYS.main.slice(-4),
      status: 'active',
      workspace_id: expect.stringMatching(/^wrkspc_/),
      created_by: { id: expect.stringMatching(/^user_/), email: 'pia@acme.test', status: 'active' },
      allowed_origins: [],
      allowed_ips: [],
      pinned_version: '2026-11-01',
      expires_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      last_used_at: null,
      last_used_ip: null,
      use_count: 0,
    });
    expect(JSON.stringify(body)).not.toContain(KEYS.main);
    expect((await call('GET', `/api_keys/${key.id}`)).body).toEqual(key);
  });

  it('KEY-21 KEY-24 KEY-25 lists keys of every workspace, filtered by workspace and creator', async () => {
    const all = (await call('GET', '/api_keys')).body.data;
    expect(all.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'code',
      'main',
      'second',
      'third',
    ]);
    const one = all.find(({ name }: { name: string }) => name === 'second');
    const narrowed = (await call('GET', `/api_keys?workspace_id=${one.workspace_id}`)).body.data;
    expect(narrowed).toEqual([one]);
    expect((await call('GET', `/api_keys?created_by=${one.created_by.id}`)).body.data).toHaveLength(2);
    expect((await call('GET', '/api_keys?workspace_id=wrkspc_none')).body.data).toEqual([]);
  });

  it('KEY-29 an unknown key and a key of another organization get the same 404', async () => {
    const vendor = (await call('GET', '/api_keys', { key: KEYS.stranger })).body.data[0].id;
    const responses = await Promise.all(
      [vendor, `${vendor.slice(0, -1)}x`, 'nonsense', '%00', 'a%2Fb'].map((id) =>
        call('GET', `/api_keys/${id}`),
      ),
    );
    for (const response of responses) {
      expect(refusal(response)).toBe('404 api_key_not_found');
      expect({ ...response.body.error, request_id: '' }).toEqual({
        ...responses[0]!.body.error,
        request_id: '',
      });
    }
    expect(refusal(await call('PATCH', `/api_keys/${vendor}`, { body: { name: 'mine' } }))).toBe(
      '404 api_key_not_found',
    );
  });

  it.each([
    ['KEY-03', { name: '' }, 'invalid_parameter name'],
    ['KEY-03', { name: 'x'.repeat(101) }, 'invalid_parameter name'],
    ['KEY-31', { status: 'revoked' }, 'invalid_parameter status'],
    ['KEY-36', { kind: 'public' }, 'read_only_field kind'],
    ['KEY-36 KEY-10', { workspace_id: 'wrkspc_x' }, 'read_only_field workspace_id'],
    ['KEY-36', { secret: KEYS.main }, 'read_only_field secret'],
    ['KEY-37 KEY-58', { allowed_origins: ['http://'] }, 'invalid_parameter allowed_origins[0]'],
    ['KEY-38', { allowed_ips: ['10.0.0.1', '999.1.1.1'] }, 'invalid_parameter allowed_ips[1]'],
    ['KEY-39', { pinned_version: '1999-01-01' }, 'invalid_parameter pinned_version'],
    [
      'KEY-70',
      { allowed_ips: Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`) },
      'invalid_parameter allowed_ips',
    ],
    ['KEY-71', { allowed_ips: ['10.0.0.0/7'] }, 'invalid_parameter allowed_ips[0]'],
    ['KEY-72', { allowed_ips: ['2001:db8::/31'] }, 'invalid_parameter allowed_ips[0]'],
    ['D-GEN-6', { nmae: 'x' }, 'unknown_parameter nmae'],
    ['D-GEN-6 a null is not the same as nothing', { name: null }, 'invalid_parameter name'],
  ])(
    '%s a PATCH of a field with a value it cannot have is 400 and changes nothing',
    async (_, body, wanted) => {
      const id = await idOf('second');
      const before = (await call('GET', `/api_keys/${id}`)).body;
      expect(refusal(await call('PATCH', `/api_keys/${id}`, { body }))).toBe(`400 ${wanted}`);
      expect((await call('GET', `/api_keys/${id}`)).body).toEqual(before);
    },
  );

  it('KEY-30 KEY-32 KEY-33 KEY-35 KEY-51 KEY-53 PATCH keeps omitted fields, and replaces and normalizes lists', async () => {
    const id = await idOf('second');
    const before = (await call('GET', `/api_keys/${id}`)).body;
    const lists = {
      allowed_origins: ['a.test', 'https://b.test:443/x?y'],
      allowed_ips: ['127.0.0.1', '10.1.2.3/8'],
    };
    const changed = await call('PATCH', `/api_keys/${id}`, { body: lists });
    const stored = {
      allowed_origins: ['https://a.test', 'https://b.test'],
      allowed_ips: ['127.0.0.1', '10.0.0.0/8'],
    };
    expect(changed.body).toEqual({ ...before, ...stored });
    expect((await call('GET', `/api_keys/${id}`)).body).toEqual(changed.body);
    expect(
      (await call('PATCH', `/api_keys/${id}`, { body: { allowed_origins: [], allowed_ips: [] } })).body,
    ).toEqual(before);
  });

  it('KEY-41 KEY-42 AUTH-15 an inactive key is refused from the next call on and works again once active', async () => {
    const id = await idOf('main');
    expect((await models(KEYS.main)).status).toBe(200);
    await call('PATCH', `/api_keys/${id}`, { body: { status: 'inactive' } });
    expect(refusal(await models(KEYS.main))).toBe('401 inactive_api_key');
    await call('PATCH', `/api_keys/${id}`, { body: { status: 'active' } });
    expect((await models(KEYS.main)).status).toBe(200);
  });

  it('KEY-32 KEY-62 a new origin list applies to the next call', async () => {
    const id = await idOf('main');
    await call('PATCH', `/api_keys/${id}`, { body: { allowed_origins: ['https://a.test'] } });
    expect(refusal(await models(KEYS.main))).toBe('403 origin_not_allowed');
    expect((await models(KEYS.main, { origin: 'https://a.test' })).status).toBe(200);
    await call('PATCH', `/api_keys/${id}`, { body: { allowed_origins: [] } });
  });

  it('KEY-40 D-KEY-8 each PATCH with a change writes one audit event with the changes, and an empty PATCH none', async () => {
    const id = await idOf('second');
    const events = async (): Promise<unknown[]> =>
      (await call('GET', `/audit_events?event=api_key.updated&resource_id=${id}`)).body.data;
    const before = (await events()).length;
    expect((await call('PATCH', `/api_keys/${id}`, { body: {} })).status).toBe(200);
    expect(await events()).toHaveLength(before);
    const { headers } = await call('PATCH', `/api_keys/${id}`, { body: { name: 'renamed' } });
    expect(await events()).toHaveLength(before + 1);
    expect((await events())[0]).toMatchObject({
      changes: { name: { from: 'second', to: 'renamed' } },
      request_id: headers.get('x-request-id'),
      actor: { type: 'admin_key', email: 'olga@acme.test', role: 'owner' },
      resource: { type: 'api_key', id },
    });
    await call('PATCH', `/api_keys/${id}`, { body: { name: 'second' } });
  });

  it('KEY-18 KEY-19 KEY-26 last use is stored within a minute, and unused_since filters unused keys', async () => {
    await models(KEYS.main);
    await fixture.advance(61);
    const key = (await call('GET', `/api_keys/${await idOf('main')}`)).body;
    expect(key).toMatchObject({ last_used_ip: '127.0.0.1', last_used_at: expect.stringMatching(/Z$/) });
    expect(key.use_count).toBeGreaterThan(0);
    const unused = (await call('GET', `/api_keys?unused_since=${key.created_at}`)).body.data;
    expect(unused.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['third', 'second']),
    );
    const admin = (await call('GET', '/admin_keys')).body.data.find(
      ({ name }: { name: string }) => name === 'of the owner',
    );
    expect(admin.last_used_at).toMatch(/Z$/);
  });

  /** Of each field, and of none. */
  const CHANGES = [
    {},
    { name: 'other' },
    { status: 'active' },
    { status: 'inactive' },
    { allowed_origins: [] },
    { allowed_ips: [] },
    { pinned_version: '2026-11-01' },
  ];
  it('KEY-22 KEY-23 KEY-43 KEY-44 KEY-46 a revoked key is listed on request and cannot be changed', async () => {
    const id = await idOf('second');
    await fixture.service.operator.revokeKey(id);
    const named = async (status: string): Promise<unknown> =>
      (await call('GET', `/api_keys${status}`)).body.data
        .map(({ name }: { name: string }) => name)
        .toSorted();
    expect(await named('')).toEqual(['code', 'main', 'third']);
    expect(await named('?status=revoked')).toEqual(['second']);
    expect(await named('?status=inactive')).toEqual([]);
    expect(await named('?status=all')).toEqual(['code', 'main', 'second', 'third']);
    expect(refusal(await call('GET', '/api_keys?status=gone'))).toBe('400 invalid_parameter status');
    for (const body of CHANGES)
      expect(refusal(await call('PATCH', `/api_keys/${id}`, { body }))).toBe('409 key_revoked');
    expect((await call('GET', `/api_keys/${id}`)).body).toMatchObject({ name: 'second', status: 'revoked' });
  });

  it('KEY-47 ADMIN-12 no route creates or revokes an inference key', async () => {
    expect(refusal(await call('POST', '/api_keys', { body: {} }))).toBe('405 method_not_allowed');
    expect(refusal(await call('DELETE', `/api_keys/${await idOf('main')}`))).toBe('405 method_not_allowed');
    expect(refusal(await call('POST', '/admin_keys', { body: {} }))).toBe('405 method_not_allowed');
  });
});
