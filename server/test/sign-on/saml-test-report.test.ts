import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, SamlKey } from '#test-kit';
import { SamlFixture } from './saml-fixture.ts';
import { replaced, type Case } from './refused-responses.ts';
import { DOMAIN } from './sign-on-fixture.ts';

const PASSED = '/console/?sso_test=passed';
const FAILED = '/console/?sso_test=failed';
const BEGUN = { nameId: 'subject-of-olga', attributes: { email: [`olga@${DOMAIN}`] } };

/** How a response is wrong, and what the report says of it. */
const REFUSED: [string, Case, string, { expected?: unknown; received?: unknown }][] = [
  ['another key', async () => ({ key: await SamlKey.make() }), 'signature', {}],
  ['SHA-1', () => ({ algorithm: 'rsa-sha1' }), 'algorithm', {}],
  [
    'the issuer of another provider',
    () => ({ issuer: 'https://other.example', responseIssuer: 'https://other.example' }),
    'issuer',
    { expected: 'https://idp.acme.test/metadata', received: 'https://other.example' },
  ],
  [
    'another audience',
    () => ({ changeAssertion: (xml) => xml.replace(/(<saml:Audience>)[^<]*/, '$1urn:other') }),
    'audience',
    { expected: expect.stringMatching(/\/sso\/sso_\w+\/metadata$/), received: 'urn:other' },
  ],
  [
    'another recipient',
    () => ({
      changeAssertion: (xml) => xml.replace(/ Recipient="[^"]*"/, ' Recipient="https://other.example/acs"'),
    }),
    'recipient',
    { expected: expect.stringMatching(/\/acs$/), received: 'https://other.example/acs' },
  ],
  [
    'a time that is over',
    () => ({
      changeAssertion: (xml) =>
        xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, ' NotOnOrAfter="2020-01-01T00:00:00Z"'),
    }),
    'expired',
    { expected: expect.stringMatching(/^valid at \d{4}-/), received: 'until 2020-01-01T00:00:00Z' },
  ],
  ['no XML', replaced(/^/, '<'), 'assertion', {}],
];

describe.each(await httpDatabases(import.meta.filename))('reports of SAML tests on $kind', (database) => {
  let fixture: SamlFixture;
  let id: string;
  beforeAll(async () => {
    fixture = await SamlFixture.start(database);
    id = await fixture.connect();
  });
  afterAll(() => fixture?.stop());

  const report = async () => {
    const path = `/sso_connections/${id}/test_report`;
    return (await fixture.base.console.as('owner', 'GET', path)).body.report;
  };

  it.each(REFUSED)('D-SSO-10 names the check that %s failed', async (_name, wrong, reason, seen) => {
    expect(await fixture.passTest(id, await wrong(fixture))).toBe(FAILED);
    expect(await report()).toMatchObject({
      protocol: 'saml',
      result: 'failed',
      reason,
      expected: null,
      received: null,
      attributes: [],
      person: null,
      ...seen,
    });
    expect(await fixture.lastReason(id)).toBe(reason);
  });

  it('D-SSO-10 says why the provider refused', async () => {
    const change = (xml: string): string =>
      xml.replace(
        /<samlp:Status>.*<\/samlp:Status>/s,
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"></samlp:StatusCode></samlp:StatusCode><samlp:StatusMessage>Not assigned \u202eto the app</samlp:StatusMessage></samlp:Status>',
      );
    expect(await fixture.passTest(id, { change })).toBe(FAILED);
    expect(await report()).toMatchObject({
      reason: 'provider_error',
      provider_error: {
        code: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed',
        description: 'Not assigned to the app',
      },
    });
  });

  it('D-SSO-10 shows the attributes of a verified assertion without an email', async () => {
    expect(await fixture.passTest(id, { attributes: { mail: [`olga@${DOMAIN}`] } })).toBe(FAILED);
    expect(await report()).toMatchObject({
      reason: 'claims',
      attributes: [
        { name: 'NameID', values: ['subject-of-olga'] },
        { name: 'mail', values: [`olga@${DOMAIN}`] },
      ],
    });
  });

  it('SSO-11 D-SSO-10 shows every attribute, and foresees a role by the last of many groups', async () => {
    const groups = Array.from({ length: 80 }, (_, index) => `group ${index}`);
    const attributes = { email: [`dora@${DOMAIN}`], department: ['Research'], groups };
    expect(await fixture.passTest(id, { nameId: 'subject-of-dora', attributes })).toBe(PASSED);
    const seen = await report();
    expect(seen.attributes).toEqual([
      { name: 'NameID', values: ['subject-of-dora'] },
      { name: 'email', values: [`dora@${DOMAIN}`] },
      { name: 'department', values: ['Research'] },
      { name: 'groups', values: groups.slice(0, 50) },
    ]);
    expect([seen.attributes_cut, seen.person.groups]).toEqual([true, groups.slice(0, 50)]);
    const settings = { provisioning: 'jit', group_roles: [{ group: 'group 79', role: 'billing' }] };
    const { body } = await fixture.base.console.as(
      'owner',
      'POST',
      `/sso_connections/${id}/role_preview`,
      settings,
    );
    expect(body.tester.outcome).toMatchObject({ role: 'billing', role_source: 'group' });
  });

  it('keeps in the report nothing that another browser brings, and nothing of a sign-in that is no test', async () => {
    expect(await fixture.passTest(id, BEGUN)).toBe(PASSED);
    const before = await report();
    const wrong = fixture.idp.respond(
      { entityId: 'urn:other', acsUrl: 'https://other.example', id: '_1' },
      fixture.person('mona'),
    );
    const location = await fixture.post(wrong, `test.${'a'.repeat(43)}`, id);
    expect(location).toMatch(new RegExp(`^/sso/${id}/callback\\?response=`));
    const other = await fixture.follow(fixture.base.newBrowser(), location);
    expect(other.location).toBe('/console/sign-in?sso_error=sso_expired');
    expect(await fixture.post(wrong, 'a'.repeat(43), id)).toBe('/console/sign-in?sso_error=sso_failed');
    expect(await report()).toEqual(before);
  });

  it('responses that other sites send do not end a sign-in in progress', async () => {
    const browser = fixture.base.newBrowser();
    const { headers } = await browser.get(`/sso/${fixture.id}/start`);
    const request = fixture.idp.readRequest(headers.get('location') ?? '');
    const others = fixture.idp.respond({ ...request, id: '_other' }, fixture.person('mona'));
    for (const path of [
      await fixture.post(others, 'x'),
      await fixture.post(others.replace('mona', 'olga'), 'x'),
      `/sso/${fixture.id}/callback?response=ssoresponse_unknown`,
      `/sso/${fixture.id}/callback?state=unknown&error=access_denied`,
    ])
      await fixture.follow(browser, path);
    const right = fixture.idp.respond(request, fixture.person('mona'));
    const { location } = await fixture.follow(browser, await fixture.post(right, request.relayState));
    expect([location, await fixture.emailOf(browser)]).toEqual(['/console/', `mona@${DOMAIN}`]);
  });
});
