import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, IdentityProvider, refusal } from '#test-kit';
import { PEOPLE } from '../console/console-fixture.ts';
import { signOnFrom } from './sign-on-from.ts';
import { DOMAIN, SignOnFixture } from './sign-on-fixture.ts';

const PASSED = '/console/?sso_test=passed';
const FAILED = '/console/?sso_test=failed';

describe.each(await httpDatabases(import.meta.filename))('reports of tests on $kind', (database) => {
  let fixture: SignOnFixture;
  let id: string;
  beforeAll(async () => {
    fixture = await SignOnFixture.start(database);
    id = (await fixture.connect()).id as string;
  });
  afterAll(() => fixture?.stop());

  const of = (path: string) => `/sso_connections/${id}/${path}`;
  const report = async () => {
    const { status, body } = await fixture.console.as('owner', 'GET', of('test_report'));
    return [status, body.report] as const;
  };
  const preview = (settings: object) => fixture.console.as('owner', 'POST', of('role_preview'), settings);
  const testAs = async (person: Readonly<Record<string, unknown>> & { sub: string }) => {
    fixture.idp.person = person;
    const browser = await fixture.console.browserOf('owner');
    return (await signOnFrom(await fixture.testPath(id), browser)).location;
  };
  const member = (name: string) => ({ sub: `subject-of-${name}`, email: `${name}@${DOMAIN}` });

  it('is none before a test', async () => {
    expect(await report()).toEqual([200, null]);
    expect((await preview({})).body).toMatchObject({ tester: null });
  });

  it('SSO-03 D-SSO-10 shows the claims that arrived, and whom they would sign in', async () => {
    expect(await testAs({ ...member('dora'), name: 'Dora\u202e', groups: ['eng'], tenant: { id: 7 } })).toBe(
      PASSED,
    );
    const [status, body] = await report();
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        type: 'sso_test_report',
        connection_id: id,
        protocol: 'oidc',
        is_current: true,
        result: 'passed',
        reason: null,
        expected: null,
        received: null,
        provider_error: null,
        attributes_cut: false,
        person: { subject: 'subject-of-dora', email: `dora@${DOMAIN}`, name: 'Dora', groups: ['eng'] },
      }),
    ]);
    const { attributes } = body as { attributes: { name: string; values: string[] }[] };
    const values = new Map(attributes.map((one) => [one.name, one.values]));
    expect(values.get('name')).toEqual(['Dora']);
    expect(values.get('groups')).toEqual(['eng']);
    expect(values.get('tenant')).toEqual(['{"id":7}']);
    for (const binding of ['nonce', 'at_hash', 'sid', 'jti'])
      expect(values.has(binding), binding).toBe(false);
  });

  it('SSO-11 SSO-12 foresees who would be a member, new or refused, and the role', async () => {
    const outcomeOf = async (person: Parameters<typeof testAs>[0], settings: object) => {
      expect(await testAs(person)).toBe(PASSED);
      const { body } = await preview(settings);
      return (body.tester as { outcome: object }).outcome;
    };
    const groups = { group_roles: [{ group: 'eng', role: 'billing' }] };
    const developer = { ...member('dev'), email: PEOPLE.developer };
    const workspace = fixture.console.ids['Default']!;
    const grants = [{ workspace_id: workspace, role: 'workspace_developer' }];
    for (const [person, settings, expected] of [
      [developer, {}, { status: 'member', role: 'developer', role_source: 'kept' }],
      [
        developer,
        groups,
        { status: 'member', role: 'member', role_before: 'developer', role_source: 'default' },
      ],
      [{ ...developer, groups: ['eng'] }, groups, { role: 'billing', role_source: 'group' }],
      [{ ...developer, groups: 'eng' }, groups, { role: 'billing', role_source: 'group' }],
      [
        { ...developer, groups: ['eng'] },
        { group_roles: [{ group: 'eng', workspaces: grants }] },
        { role: 'member', workspaces: grants },
      ],
      [
        { ...member('o'), email: PEOPLE.owner, groups: ['eng'] },
        groups,
        { status: 'member', role: 'owner', role_source: 'owner' },
      ],
      [member('nina'), {}, { status: 'refused', reason: 'not_a_member', role: null }],
      [
        member('nina'),
        { provisioning: 'jit', default_role: 'developer' },
        { status: 'new', role: 'developer', role_before: null, user_id: null },
      ],
      [
        { sub: 'a', email: 'nina@other.example' },
        { provisioning: 'jit' },
        { status: 'refused', reason: 'domain' },
      ],
      [
        { ...member('nina'), email_verified: false },
        { provisioning: 'jit' },
        { status: 'refused', reason: 'email_unverified' },
      ],
    ] as const)
      expect([await outcomeOf(person, settings), person]).toMatchObject([expected, {}]);
    const { body } = await fixture.console.as('owner', 'GET', `/sso_connections/${id}`);
    expect(body, 'a preview saves nothing').toMatchObject({ group_roles: [], provisioning: 'off' });
    expect(
      refusal(
        await preview({
          group_roles: [{ group: 'a', workspaces: [{ ...grants[0], workspace_id: 'wrkspc_no' }] }],
        }),
      ),
    ).toBe('404 workspace_not_found group_roles[0].workspaces[0].workspace_id');
  });

  it('SSO-20 D-SSO-13 names the check that failed, and what it saw', async () => {
    const { idp } = fixture;
    const wrong = async (change: (claims: Readonly<Record<string, unknown>>) => object) => {
      idp.changeClaims = (claims) => ({ ...change(claims) });
      try {
        expect(await testAs(member('dora'))).toBe(FAILED);
      } finally {
        idp.changeClaims = (claims) => claims;
      }
      return (await report())[1];
    };
    expect(await wrong((claims) => ({ ...claims, iss: 'https://other.example' }))).toMatchObject({
      result: 'failed',
      reason: 'issuer',
      expected: idp.issuer,
      received: 'https://other.example',
      attributes: expect.arrayContaining([{ name: 'iss', values: ['https://other.example'] }]),
      person: null,
      outcome: null,
    });
    expect(await wrong((claims) => ({ ...claims, aud: 'other' }))).toMatchObject({
      reason: 'audience',
      expected: 'svc',
      received: 'other',
    });
    expect(await wrong(({ email: _email, ...claims }) => claims)).toMatchObject({
      reason: 'claims',
      attributes: expect.arrayContaining([{ name: 'sub', values: ['subject-of-dora'] }]),
      person: null,
    });
    idp.isRefusing = true;
    expect(await testAs(member('dora'))).toBe(FAILED);
    idp.isRefusing = false;
    expect((await report())[1]).toMatchObject({
      reason: 'provider_error',
      provider_error: { code: 'access_denied', description: 'TEXT-OF-THE-PROVIDER' },
    });
    expect((await fixture.reasons(id)).slice(-4)).toEqual(['issuer', 'audience', 'claims', 'provider_error']);
    expect(fixture.console.service.logLines.join('\n')).not.toContain('TEXT-OF-THE-PROVIDER');
  });

  it('SSO-20 is kept when the provider cannot be reached', async () => {
    const away = await IdentityProvider.start();
    const { id: other } = await fixture.connect({ oidc: { issuer: away.issuer, client_id: 'svc' } });
    await away.close();
    const browser = await fixture.console.browserOf('owner');
    const { headers } = await browser.get(await fixture.testPath(other as string));
    expect(headers.get('location')).toBe(FAILED);
    const { body } = await fixture.console.as('owner', 'GET', `/sso_connections/${other}/test_report`);
    expect(body.report).toMatchObject({ result: 'failed', reason: 'provider_unavailable', attributes: [] });
  });

  it('is limited in size', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`claim${at}`, 'x'.repeat(600)]));
    await testAs({ ...member('dora'), ...many });
    const [, body] = await report();
    expect(body).toMatchObject({ attributes_cut: true });
    expect(JSON.stringify(body).length).toBeLessThan(30_000);
  });

  it('previews members by the groups of their last sign-in, and counts those whose role changes', async () => {
    await testAs(member('dora'));
    await fixture.admin('PATCH', `/sso_connections/${id}`, { status: 'active' });
    const email = PEOPLE.developer;
    fixture.idp.person = { sub: 'subject-of-dev', email, groups: ['eng'] };
    expect((await fixture.signIn(id)).location).toBe('/console/');
    const { body } = await preview({ group_roles: [{ group: 'eng', role: 'administrator' }] });
    const members = body.members as { email: string; groups: string[] | null; outcome: object }[];
    expect(members.find((one) => one.email === email)).toMatchObject({
      groups: ['eng'],
      outcome: { role: 'administrator', role_before: 'developer', role_source: 'group' },
    });
    expect(members.find((one) => one.email !== email)).toMatchObject({ groups: null });
    const changed = members.filter(
      ({ outcome }) =>
        (outcome as { role: string }).role !== (outcome as { role_before: string }).role_before,
    );
    expect([body.member_count, body.changed_count]).toEqual([members.length, changed.length]);
    expect(members.slice(0, changed.length)).toEqual(changed);
  });

  it('is for owners of the organization, and goes with the connection', async () => {
    for (const [method, path, body] of [
      ['GET', of('test_report'), undefined],
      ['POST', of('role_preview'), {}],
    ] as const) {
      expect(refusal(await fixture.console.as('administrator', method, path, body))).toBe(
        '403 role_required',
      );
      expect(refusal(await fixture.console.as('stranger', method, path, body))).toBe(
        '404 sso_connection_not_found sso_connection_id',
      );
    }
    await fixture.admin('PATCH', `/sso_connections/${id}`, { name: 'Renamed' });
    expect((await report())[1]).toMatchObject({ is_current: false });
    await fixture.admin('DELETE', `/sso_connections/${id}`);
    expect(refusal(await fixture.console.as('owner', 'GET', of('test_report')))).toContain('404');
    await fixture.connect();
    const rows = await fixture.console.service.drainAndRead((db) =>
      sql<{ connection_id: string }>`select connection_id, sealed_report::text from sso_test_reports`.execute(
        db,
      ),
    );
    expect(rows.rows.map((row) => row.connection_id)).not.toContain(id);
    expect(JSON.stringify(rows.rows)).not.toContain(Buffer.from('provider_unavailable').toString('hex'));
  });
});
