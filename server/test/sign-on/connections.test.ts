import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { httpDatabases, LOCALHOST_CERTIFICATE, refusal } from '#test-kit';
import { DOMAIN, SignOnFixture } from './sign-on-fixture.ts';

const SECRET = 'MARK-secret-of-the-client';
const NEW_SECRET = 'MARK-second-secret';
const SAML = {
  idp_entity_id: 'https://idp.example/metadata',
  sso_url: 'https://idp.example/sso',
  certificates: [LOCALHOST_CERTIFICATE.cert],
};

describe.each(await httpDatabases(import.meta.filename))('connections to providers on $kind', (database) => {
  let fixture: SignOnFixture;
  beforeAll(async () => {
    fixture = await SignOnFixture.start(database);
  });
  afterAll(() => fixture?.stop());

  const ask = (method: string, path = '', body?: object) =>
    fixture.console.as('owner', method, `/sso_connections${path}`, body);
  const body = (more: object = {}) => ({
    name: 'Acme login',
    protocol: 'oidc',
    domains: [DOMAIN],
    oidc: { issuer: fixture.idp.issuer, client_id: 'svc', client_secret: SECRET },
    ...more,
  });

  it('SSO-03 D-SSO-6 D-SSO-7 D-SSO-9 is made as a draft with its defaults, read, changed and deleted', async () => {
    const made = await ask('POST', '', body({ domains: ['ACME.test', DOMAIN] }));
    const shown = {
      id: expect.stringMatching(/^sso_[0-9a-z]{26}$/),
      type: 'sso_connection',
      name: 'Acme login',
      protocol: 'oidc',
      domains: [DOMAIN],
      status: 'draft',
      oidc: {
        issuer: fixture.idp.issuer,
        client_id: 'svc',
        scopes: 'openid email profile',
        client_secret_expires_at: null,
      },
      saml: null,
      attribute_map: { email: 'email', name: 'name', groups: 'groups' },
      provisioning: 'off',
      default_role: 'member',
      group_roles: [],
      allow_idp_initiated: false,
      trust_second_factor: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    };
    expect([made.status, made.body]).toEqual([201, shown]);
    const path = `/${made.body.id}`;
    expect((await ask('GET', path)).body).toEqual(made.body);
    const groups = [
      {
        group: 'eng',
        workspaces: [{ workspace_id: fixture.console.ids['Default'], role: 'workspace_user' }],
      },
    ];
    const changed = await ask('PATCH', path, {
      oidc: { client_secret: NEW_SECRET, client_secret_expires_at: '2027-01-01T00:00:00Z' },
      attribute_map: { groups: 'roles' },
      provisioning: 'jit',
      group_roles: groups,
    });
    expect(changed.body).toEqual({
      ...shown,
      oidc: { ...shown.oidc, client_secret_expires_at: '2027-01-01T00:00:00Z' },
      attribute_map: { email: 'email', name: 'name', groups: 'roles' },
      provisioning: 'jit',
      group_roles: [{ ...groups[0], role: null }],
    });
    expect((await ask('GET')).body).toMatchObject({ data: [changed.body], has_more: false });
    const deleted = await ask('DELETE', path);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { id: made.body.id, type: 'sso_connection', deleted: true },
    ]);
    expect(refusal(await ask('GET', path))).toBe('404 sso_connection_not_found sso_connection_id');
    const { body: log } = await fixture.console.as(
      'owner',
      'GET',
      `/audit_events?resource_id=${made.body.id}`,
    );
    const events = log.data as { event: string; changes: object }[];
    expect(events.map(({ event }) => event)).toEqual([
      'sso_connection.deleted',
      'sso_connection.updated',
      'sso_connection.created',
    ]);
    expect(events[1]?.changes).toMatchObject({ provisioning: { from: 'off', to: 'jit' } });
  });

  it('SSO-03 D-SSO-7 D-SSO-8 D-SSO-15 refuses what cannot be, and names the field', async () => {
    const { issuer } = fixture.idp;
    const oidc = { issuer, client_id: 'svc' };
    const group = (more: object) => ({ group_roles: [{ group: 'eng', ...more }] });
    for (const [more, refused] of [
      [{ status: 'active' }, '400 read_only_field status'],
      [{ protocol: 'ldap' }, '400 invalid_parameter protocol'],
      [{ oidc: undefined }, '400 invalid_parameter oidc'],
      [{ saml: SAML }, '400 invalid_parameter saml'],
      [{ protocol: 'saml', saml: SAML }, '400 invalid_parameter oidc'],
      [{ oidc: { ...oidc, issuer: issuer.replace('https', 'http') } }, '400 invalid_parameter oidc.issuer'],
      [{ oidc: { ...oidc, issuer: 'https://10.0.0.1' } }, '400 invalid_parameter oidc.issuer'],
      [{ oidc: { ...oidc, scopes: 'email' } }, '400 invalid_parameter oidc.scopes'],
      [{ domains: [] }, '400 invalid_parameter domains'],
      [{ domains: ['other.example'] }, '404 domain_not_found domains[0]'],
      [group({ role: 'owner' }), '400 invalid_parameter group_roles[0].role'],
      [
        group({ workspaces: [{ workspace_id: 'wrkspc_none', role: 'workspace_user' }] }),
        '404 workspace_not_found group_roles[0].workspaces[0].workspace_id',
      ],
      [
        { protocol: 'saml', oidc: undefined, saml: { ...SAML, certificates: ['no certificate'] } },
        '400 invalid_parameter saml.certificates[0]',
      ],
    ] as const)
      expect([refused, refusal(await ask('POST', '', body(more)))]).toEqual([refused, refused]);
  });

  it('D-SSO-7 shows SAML certificates by fingerprint and end, one or two of them', async () => {
    const made = await ask('POST', '', body({ protocol: 'saml', oidc: undefined, saml: SAML }));
    const shown = {
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      not_after: '2120-01-01T14:58:48Z',
    };
    expect(made.body.saml).toEqual({ ...SAML, certificates: [shown] });
    const path = `/${made.body.id}`;
    const two = [LOCALHOST_CERTIFICATE.cert, LOCALHOST_CERTIFICATE.cert];
    const { body: both } = await ask('PATCH', path, { saml: { certificates: two } });
    expect(both.saml).toEqual({ ...SAML, certificates: [shown, shown] });
    expect(refusal(await ask('PATCH', path, { saml: { certificates: [...two, two[0]] } }))).toBe(
      '400 invalid_parameter saml.certificates',
    );
    expect(refusal(await ask('PATCH', path, { oidc: { client_id: 'b' } }))).toBe(
      '400 invalid_parameter oidc',
    );
    const { body: test } = await ask('POST', `${path}/test`);
    expect(test.url).toContain(`/sso${path}/start?test=`);
    await ask('DELETE', path);
  });

  it('SSO-03 D-SSO-8 D-SSO-9 D-SSO-10 becomes active after a passed test alone, and a draft by another provider', async () => {
    const { id } = await fixture.connect();
    const path = `/${id}`;
    const activate = () => ask('PATCH', path, { status: 'active' });
    expect(refusal(await activate())).toBe('409 resource_conflict');
    expect(refusal(await ask('PATCH', path, { status: 'draft' }))).toBe('400 invalid_parameter status');
    expect((await fixture.signIn(id as string)).location).toBe('/console/sign-in?sso_error=sso_disabled');
    expect(fixture.idp.asked, 'nobody is sent to the provider of a draft').not.toContain('/auth');
    expect(await fixture.passTest(id as string)).toBe('/console/?sso_test=passed');
    expect((await activate()).body.status).toBe('active');
    const rival = await fixture.connect();
    await fixture.passTest(rival.id as string);
    expect(refusal(await ask('PATCH', `/${rival.id}`, { status: 'active' }))).toBe('409 resource_conflict');
    const renamed = await ask('PATCH', path, { name: 'Renamed' });
    expect(renamed.body.status).toBe('active');
    expect((await ask('PATCH', path, { status: 'disabled' })).body.status).toBe('disabled');
    expect((await activate()).body.status).toBe('active');
    const { body: other } = await ask('PATCH', path, { oidc: { client_id: 'other' } });
    expect(other.status).toBe('draft');
    expect(refusal(await activate())).toBe('409 resource_conflict');
    for (const one of [id, rival.id]) await ask('DELETE', `/${one}`);
  });

  it('SSO-03 D-SSO-8 an active connection takes verified domains', async () => {
    await fixture.console.as('owner', 'POST', '/domains', { domain: 'pending.example' });
    const { id } = await fixture.connect({ domains: ['pending.example'] });
    await fixture.passTest(id as string);
    expect(refusal(await ask('PATCH', `/${id}`, { status: 'active' }))).toBe('409 resource_conflict');
    await ask('DELETE', `/${id}`);
  });

  it('SSO-03 is for owners, and shows nobody the connections of others', async () => {
    const { id } = await fixture.connect();
    const calls = [
      ['POST', '', body()],
      ['GET', ''],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { name: 'b' }],
      ['POST', `/${id}/test`],
      ['DELETE', `/${id}`],
    ] as const;
    for (const [method, path, sent] of calls) {
      const asSomebody = (who: 'administrator' | 'stranger') =>
        fixture.console.as(who, method, `/sso_connections${path}`, sent);
      expect(refusal(await asSomebody('administrator')), path).toBe('403 role_required');
      if (path !== '')
        expect(refusal(await asSomebody('stranger')), path).toBe(
          '404 sso_connection_not_found sso_connection_id',
        );
    }
    expect((await fixture.admin('GET', `/sso_connections/${id}`)).body.id, 'the key of an owner').toBe(id);
    await ask('DELETE', `/${id}`);
  });

  // Last: it stops the service.
  it('SSO-20 keeps secrets sealed: no row and no line of the log has one', async () => {
    const made = await ask('POST', '', body());
    await ask('PATCH', `/${made.body.id}`, { oidc: { client_secret: NEW_SECRET } });
    const rows = await fixture.console.service.drainAndRead(async (db) => {
      const texts: string[] = [];
      for (const name of ['sso_connections', 'audit_events', 'idempotent_answers', 'outbox_events']) {
        const { rows: read } = await sql<{
          row: string;
        }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
        texts.push(...read.map(({ row }) => row));
      }
      return texts.join('\n');
    });
    expect(rows).toContain(made.body.id);
    for (const text of [rows, fixture.console.service.logLines.join('\n')]) {
      expect(text).not.toContain('MARK-');
      expect(text).not.toContain(Buffer.from('MARK-').toString('hex'));
    }
  });
});
