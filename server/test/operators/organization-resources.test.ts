import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { ADMIN_SECRET } from '../console/console-fixture.ts';
import { refusal, startOperatorFixture, type OperatorFixture } from './operator-fixture.ts';

type Row = Readonly<Record<string, unknown>>;

describe.each(await httpDatabases(import.meta.filename))('what an organization has on $kind', (database) => {
  let fixture: OperatorFixture;
  const acme = () => `/organizations/${fixture.organizations['Acme']}`;
  const globex = () => `/organizations/${fixture.organizations['Globex']}`;
  const list = async (path: string): Promise<Row[]> => (await fixture.api('GET', path)).body.data as Row[];
  const named = async (path: string, name: string): Promise<Row> =>
    (await list(path)).find((row) => row['name'] === name)!;
  const eventsOf = async (event: string) =>
    (await list('/events?limit=100')).filter((one) => one['event'] === event);
  const auditOf = async (event: string) => {
    const { body } = await fixture.admin('GET', `/audit_events?event=${event}`);
    return body.data as Row[];
  };

  beforeAll(async () => {
    fixture = await startOperatorFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('is its workspaces, with limits, spend, and how many keys and members they have', async () => {
    const { ids } = fixture;
    await fixture.admin('PATCH', `/workspaces/${ids['Research']}`, { spend_limit_usd: '12.50' });
    const workspaces = await list(`${acme()}/workspaces`);
    expect(workspaces.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Default', 'Research', 'Closed']),
    );
    const research = workspaces.find(({ name }) => name === 'Research')!;
    expect(research).toMatchObject({
      id: ids['Research'],
      type: 'workspace',
      is_default: false,
      spend_limit_usd: '12.50',
      spent_usd: '0.00',
      active_keys: 1,
      archived_at: null,
    });
    expect(research['members']).toBeGreaterThan(0);
    expect(Object.keys(research)).not.toContain('allowed_ips');
    expect(await list(`${globex()}/workspaces`)).toHaveLength(1);
    const paged = await fixture.api('GET', `${acme()}/workspaces?limit=1`);
    expect([paged.body.data.length, paged.body.has_more]).toEqual([1, true]);
  });

  it('is its keys, with states and limits, and never a secret', async () => {
    const key = await named(`${acme()}/keys`, 'of pia');
    expect(key).toMatchObject({
      type: 'api_key',
      kind: 'private',
      status: 'active',
      workspace_name: 'Default',
      created_by: { email: expect.stringContaining('@') },
      allowed_models: [],
      monthly_budget_usd: null,
    });
    expect(Object.keys(key)).not.toContain('last_used_ip');
    const inResearch = await list(`${acme()}/keys?workspace_id=${fixture.ids['Research']}`);
    expect(inResearch.map(({ name }) => name)).toEqual(['in research']);
    expect((await list(`${globex()}/keys`)).map(({ name }) => name)).toEqual(['foreign']);
    expect((await list(`${acme()}/admin_keys`)).map(({ name }) => name)).toContain('ops');
    const said = JSON.stringify([
      await list(`${acme()}/keys?status=all`),
      await list(`${acme()}/admin_keys`),
    ]);
    for (const secret of [...Object.values(fixture.secrets), ADMIN_SECRET])
      expect(said).not.toContain(secret);
  });

  it('revokes a key for good at once, and tells both logs', async () => {
    const { id } = (await named(`${acme()}/keys`, 'of dora')) as { id: string };
    const call = () =>
      fixture.service.post('/v1/chat/completions', fixture.secrets.dora, { messages: 'none' });
    expect((await call()).status).toBe(400);
    expect(refusal(await fixture.api('POST', `${globex()}/keys/${id}/revoke`))).toBe('404 api_key_not_found');
    const { body } = await fixture.api('POST', `${acme()}/keys/${id}/revoke`);
    expect(body).toMatchObject({ id, status: 'revoked', name: 'of dora' });
    expect((await call()).status).toBe(401);
    expect(await eventsOf('api_key.revoked')).toHaveLength(1);
    // Again it changes and tells nothing.
    expect((await fixture.api('POST', `${acme()}/keys/${id}/revoke`)).body.status).toBe('revoked');
    expect((await list(`${acme()}/keys?status=revoked`)).map((row) => row['id'])).toEqual([id]);
    expect(
      (await eventsOf('api_key.revoked')).map((one) => [one['organization_id'], one['resource']]),
    ).toEqual([[fixture.organizations['Acme'], { type: 'api_key', id }]]);
    const [received] = await auditOf('api_key.revoked');
    expect(received).toMatchObject({
      resource: { type: 'api_key', id },
      actor: { type: 'operator', email: null },
    });
  });

  it('sets the spend limit of the organization, which owners see and may change', async () => {
    const path = `${acme()}/spend_limit`;
    expect((await fixture.api('GET', path)).body).toMatchObject({ limit_usd: null, spent_usd: '0.00' });
    const set = (limit: string | null) => fixture.api('PUT', path, { body: { limit_usd: limit } });
    const { body } = await set('500');
    expect(body).toMatchObject({
      type: 'organization_spend_limit',
      organization_id: fixture.organizations['Acme'],
      limit_usd: '500.00',
    });
    expect((await fixture.api('GET', path)).body).toEqual(body);
    // The same again changes and tells nothing.
    expect((await set('500.00')).body).toEqual(body);
    const ofAcme = await fixture.admin('GET', '/spend_limits?scope_type=organization');
    expect(ofAcme.body.data).toEqual([expect.objectContaining({ limit_usd: '500.00' })]);
    expect(await list(`${acme()}/spend_limits`)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ scope: { type: 'organization' }, limit_usd: '500.00' }),
        expect.objectContaining({ scope: { type: 'workspace', workspace_id: fixture.ids['Research'] } }),
      ]),
    );
    expect((await set('20')).body.limit_usd).toBe('20.00');
    expect((await set(null)).body.limit_usd).toBeNull();
    const changes = [
      { limit_usd: { from: null, to: '500.00' } },
      { limit_usd: { from: '500.00', to: '20.00' } },
      { limit_usd: { from: '20.00', to: null } },
    ];
    expect((await eventsOf('spend_limit.updated')).map((one) => one['changes'])).toEqual(
      changes.toReversed(),
    );
    const audited = (await auditOf('spend_limit.updated')).filter(
      ({ actor }) => (actor as Row)['type'] === 'operator',
    );
    expect(audited.map((one) => one['changes'])).toEqual(changes.toReversed());
    expect(refusal(await set('-1'))).toBe('400 invalid_parameter limit_usd');
    expect(refusal(await fixture.api('PUT', path, { body: {} }))).toBe('400 invalid_parameter limit_usd');
  });

  it('revokes an admin key, which is on no list any more', async () => {
    const { id } = (await named(`${acme()}/admin_keys`, 'ops')) as { id: string };
    expect(refusal(await fixture.api('POST', `${globex()}/admin_keys/${id}/revoke`))).toBe(
      '404 admin_key_not_found',
    );
    const { body } = await fixture.api('POST', `${acme()}/admin_keys/${id}/revoke`);
    expect(body).toEqual({ id, type: 'admin_key', deleted: true });
    expect(refusal(await fixture.admin('GET', '/workspaces'))).toBe('401 revoked_api_key');
    expect(refusal(await fixture.api('POST', `${acme()}/admin_keys/${id}/revoke`))).toBe(
      '404 admin_key_not_found',
    );
    expect(await eventsOf('admin_key.revoked')).toHaveLength(1);
  });

  it('is not found of no organization', async () => {
    for (const path of ['workspaces', 'keys', 'admin_keys', 'spend_limits', 'spend_limit'])
      expect(refusal(await fixture.api('GET', `/organizations/org_none/${path}`))).toBe(
        '404 organization_not_found',
      );
  });
});
