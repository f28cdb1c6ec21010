import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpDatabases, type SamlResponseSettings } from '#test-kit';
import { changed, FORGED, MISDIRECTED, replaced, type Case } from './refused-responses.ts';
import { SamlFixture } from './saml-fixture.ts';
import { DOMAIN } from './sign-on-fixture.ts';

const FAILED = '/console/sign-in?sso_error=sso_failed';

describe.each(await httpDatabases(import.meta.filename))('sign-in by SAML on $kind', (database) => {
  let fixture: SamlFixture;
  beforeAll(async () => {
    fixture = await SamlFixture.start(database);
  });
  afterAll(() => fixture?.stop());
  // Only so many failures of a network are written down in 15 minutes.
  beforeEach(() => fixture.advance(20));

  it.each(FORGED)('SSO-06 SSO-20 D-SSO-13 refuses %s', async (_name, settings, reason) => {
    const { browser, location } = await fixture.signInAs('mona', await settings(fixture));
    expect([location, await fixture.lastReason(), await fixture.emailOf(browser)]).toEqual([
      FAILED,
      reason,
      undefined,
    ]);
  });

  it.each(MISDIRECTED)('SSO-07 SSO-08 SSO-20 D-SSO-13 refuses %s', async (_name, settings, reason) => {
    const { browser, location } = await fixture.signInAs('mona', await settings(fixture));
    expect([location, await fixture.lastReason(), await fixture.emailOf(browser)]).toEqual([
      FAILED,
      reason,
      undefined,
    ]);
  });

  it.each<[string, SamlResponseSettings]>([
    ['of the assertion', { signs: 'assertion' }],
    ['of the response around one', { signs: 'response' }],
    ['of both', { signs: 'both' }],
    ['by RSA with SHA-512', { algorithm: 'rsa-sha512', digest: 'sha512' }],
    ['by RSA-PSS', { algorithm: 'sha256-rsa-MGF1' }],
  ])('SSO-06 takes a signature %s', async (_name, settings) => {
    const { browser, location } = await fixture.signInAs('dora', settings);
    expect([location, await fixture.emailOf(browser)]).toEqual(['/console/', `dora@${DOMAIN}`]);
  });

  it.each<[string, Case]>([
    [
      'a declaration and line ends of Windows',
      changed((xml) => `<?xml version="1.0" encoding="utf-8"?>\r\n${xml}\r\n`),
    ],
    ['white space around elements that are not signed', replaced('<samlp:Status>', '\n  <samlp:Status>\n')],
    ['no destination', () => ({ destination: undefined })],
    [
      'several audiences',
      ({ id, base }) => ({ audiences: ['a', `${base.console.service.baseUrl}/sso/${id}/metadata`] }),
    ],
    [
      'conditions that forbid to pass it on',
      () => ({
        conditions: '<saml:OneTimeUse></saml:OneTimeUse><saml:ProxyRestriction></saml:ProxyRestriction>',
      }),
    ],
    ['a start in 59 seconds', ({ idp }) => ({ notBefore: idp.at(59_000), issuedAt: idp.at(59_000) })],
    [
      'an end 59 seconds ago',
      ({ idp }) => ({ notOnOrAfter: idp.at(-59_000), confirmedUntil: idp.at(-59_000) }),
    ],
    ['conditions without an end', () => ({ notOnOrAfter: undefined })],
    ['instants to the second', ({ idp }) => ({ notBefore: idp.at(-5000).replace(/\.\d+/, '') })],
  ])('SSO-07 takes %s', async (_name, settings) => {
    expect((await fixture.signInAs('dora', await settings(fixture))).location).toBe('/console/');
  });

  it.each([
    ['no field', ''],
    ['what is no Base64', 'SAMLResponse=%25'],
    ['what is no UTF-8', `SAMLResponse=${encodeURIComponent(Buffer.from([0xff, 0x3c]).toString('base64'))}`],
    ['another content', '{"SAMLResponse":1}'],
  ])('SSO-06 refuses a form with %s', async (_name, body) => {
    const { port } = fixture.base.console.service;
    const at = `http://127.0.0.1:${port}/sso/${fixture.id}/acs`;
    const reply = await fetch(at, { method: 'POST', body, redirect: 'manual' });
    expect([reply.status, reply.headers.get('location'), await fixture.lastReason()]).toEqual([
      303,
      FAILED,
      'assertion',
    ]);
  });

  it('refuses a form that is larger than any response', async () => {
    const { port } = fixture.base.console.service;
    const at = `http://127.0.0.1:${port}/sso/${fixture.id}/acs`;
    expect((await fetch(at, { method: 'POST', body: 'a'.repeat(600_000) })).status).toBe(413);
  });

  it('SSO-07 uses an assertion once, whether its first use went through or not', async () => {
    const browser = fixture.base.newBrowser();
    const { headers } = await browser.get(`/sso/${fixture.id}/start`);
    const request = fixture.idp.readRequest(headers.get('location') ?? '');
    const xml = fixture.idp.respond(request, fixture.person('dora'));
    const first = await fixture.post(xml, request.relayState);
    expect(first).toMatch(/^\/sso\/sso_\w+\/callback\?response=ssoresponse_/);
    expect([await fixture.post(xml, request.relayState), await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
    expect((await fixture.follow(browser, first)).location).toBe('/console/');
    expect([await fixture.post(xml, request.relayState), await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
    // As long as it could be used: a day, though it ended after five minutes.
    await fixture.advance(5 * 60);
    expect([await fixture.post(xml, request.relayState), await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
  });

  it('SSO-07 responds to a request once, and shows a response once', async () => {
    const browser = fixture.base.newBrowser();
    const { headers } = await browser.get(`/sso/${fixture.id}/start`);
    const request = fixture.idp.readRequest(headers.get('location') ?? '');
    const respond = () =>
      fixture.post(fixture.idp.respond(request, fixture.person('dora')), request.relayState);
    const [first, second] = [await respond(), await respond()];
    const [same, stale] = [browser.copy(), browser.copy()];
    expect((await fixture.follow(browser, first)).location).toBe('/console/');
    expect((await fixture.follow(stale, first)).location).toBe('/console/sign-in?sso_error=sso_expired');
    expect([(await fixture.follow(same, second)).location, await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
  });

  it('SSO-07 D-SSO-17 signs in the browser that began, and no other', async () => {
    const expired = '/console/sign-in?sso_error=sso_expired';
    const other = fixture.base.newBrowser();
    const stolen = await fixture.signInAs('mona', { other });
    expect([stolen.location, await fixture.lastReason(), await fixture.emailOf(other)]).toEqual([
      expired,
      'state',
      undefined,
    ]);
    await other.get(`/sso/${fixture.id}/start`);
    const injected = await fixture.signInAs('mona', { other });
    expect([injected.location, await fixture.lastReason(), await fixture.emailOf(other)]).toEqual([
      FAILED,
      'in_response_to',
      undefined,
    ]);
    const relayed = await fixture.signInAs('mona', { relayState: 'another' });
    expect([relayed.location, await fixture.lastReason()]).toEqual([FAILED, 'state']);
  });

  it('D-SSO-17 keeps a response for two minutes, and while the connection stays as it is', async () => {
    const expired = '/console/sign-in?sso_error=sso_expired';
    for (const meanwhile of [() => fixture.advance(121), () => fixture.set({ name: 'Renamed' })]) {
      const browser = fixture.base.newBrowser();
      const { headers } = await browser.get(`/sso/${fixture.id}/start`);
      const request = fixture.idp.readRequest(headers.get('location') ?? '');
      const next = await fixture.post(
        fixture.idp.respond(request, fixture.person('dora')),
        request.relayState,
      );
      await meanwhile();
      expect((await fixture.follow(browser, next)).location).toBe(expired);
    }
  });

  it('asks by an AuthnRequest that names no way of signing in', async () => {
    const browser = fixture.base.newBrowser();
    const { headers } = await browser.get(`/sso/${fixture.id}/start`);
    const location = new URL(headers.get('location') ?? '');
    expect(location.searchParams.get('tenant')).toBe('acme');
    const { xml, acsUrl, entityId, id } = fixture.idp.readRequest(location.href);
    const base = `${fixture.base.console.service.baseUrl}/sso/${fixture.id}`;
    expect([acsUrl, entityId]).toEqual([`${base}/acs`, `${base}/metadata`]);
    expect(id).toMatch(/^_[\w-]{43}$/);
    expect(xml).toContain('Destination="https://idp.acme.test/sso?tenant=acme"');
    expect(xml).not.toMatch(/RequestedAuthnContext|NameIDPolicy[^>]*Format/);
  });
});
