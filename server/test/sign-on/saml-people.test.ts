import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Authenticator, httpDatabases, SamlKey, type ApiBrowser } from '#test-kit';
import { PASSWORD } from '../console/console-fixture.ts';
import { SamlFixture } from './saml-fixture.ts';
import { DOMAIN } from './sign-on-fixture.ts';

const FAILED = '/console/sign-in?sso_error=sso_failed';
const DISABLED = '/console/sign-in?sso_error=sso_disabled';
const NOT_A_MEMBER = '/console/sign-in?sso_error=sso_not_a_member';
const CODE_PAGE = '/console/sign-in?step=code&return_to=%2Fconsole%2F';
const PASSED = '/console/?sso_test=passed';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const HOUR_MS = 3_600_000;

describe.each(await httpDatabases(import.meta.filename))(
  'people who sign in by SAML on $kind',
  (database) => {
    let fixture: SamlFixture;
    beforeAll(async () => {
      fixture = await SamlFixture.start(database);
    });
    afterAll(() => fixture?.stop());
    beforeEach(() => fixture.advance(61));

    it('SSO-06 SSO-09 D-SSO-11 signs a member in, and knows them by the NameID', async () => {
      const { browser, location } = await fixture.signInAs('dora', {
        query: '?return_to=/console/usage%3Fa=1',
      });
      expect([location, await fixture.emailOf(browser)]).toEqual(['/console/usage?a=1', `dora@${DOMAIN}`]);
      const again = await fixture.signInAs('dora', { attributes: { email: ['renamed@elsewhere.example'] } });
      expect([again.location, await fixture.emailOf(again.browser)]).toEqual(['/console/', `dora@${DOMAIN}`]);
      const other = await fixture.signInAs('dora', { nameId: 'another-subject' });
      expect([other.location, await fixture.lastReason()]).toEqual([NOT_A_MEMBER, 'not_a_member']);
      const { body } = await fixture.base.admin(
        'GET',
        `/audit_events?event=session.signed_in&resource_id=${fixture.id}`,
      );
      expect((body.data as object[])[0]).toMatchObject({
        actor: { type: 'user', email: `dora@${DOMAIN}` },
        resource: { type: 'sso_connection', id: fixture.id },
      });
    });

    it('SSO-10 links by the attribute that attribute_map names, or by a NameID that is an email', async () => {
      await fixture.set({ attribute_map: { email: 'urn:oid:0.9.2342.19200300.100.1.3' } });
      const mapped = await fixture.signIn({
        nameId: 'mona-1',
        attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': [`mona@${DOMAIN}`] },
      });
      expect(await fixture.emailOf(mapped.browser)).toBe(`mona@${DOMAIN}`);
      await fixture.set({ attribute_map: { email: 'email' } });
      const named = { nameId: `dirk@${DOMAIN}`, nameIdFormat: EMAIL_FORMAT };
      expect(await fixture.emailOf((await fixture.signIn(named)).browser)).toBe(`dirk@${DOMAIN}`);
      const both = await fixture.signIn({
        ...named,
        nameId: `adam@${DOMAIN}`,
        attributes: { email: ['gus@globex.test'] },
      });
      expect([both.location, await fixture.lastReason()], 'the attribute goes first').toEqual([
        FAILED,
        'domain',
      ]);
    });

    it('SSO-11 SSO-12 makes members with jit, with the roles of their groups', async () => {
      const nina = { nameId: 'nina', attributes: { email: [`nina@${DOMAIN}`], name: ['Nina & Co'] } };
      expect([(await fixture.signIn(nina)).location, await fixture.lastReason()]).toEqual([
        NOT_A_MEMBER,
        'not_a_member',
      ]);
      await fixture.set({
        provisioning: 'jit',
        default_role: 'member',
        group_roles: [
          { group: 'admins', role: 'administrator' },
          { group: 'eng', role: 'developer' },
        ],
      });
      for (const [groups, role] of [
        [['eng', 'other'], 'developer'],
        [['eng', 'admins'], 'administrator'],
        [['admins'], 'administrator'],
        [[], 'member'],
        [undefined, 'member'],
      ] as const) {
        const attributes = { ...nina.attributes, ...(groups ? { groups } : {}) };
        const { browser } = await fixture.signIn({ ...nina, attributes });
        const { body } = await browser.get('/console/api/auth/session');
        expect(body, String(groups)).toMatchObject({
          user: { name: 'Nina & Co' },
          organizations: [{ name: 'Acme', role }],
        });
      }
      await fixture.set({ provisioning: 'off', group_roles: [] });
    });

    it.each([
      'https://refeds.org/profile/mfa',
      'http://schemas.microsoft.com/claims/multipleauthn',
      'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
      'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
    ])(
      'SSO-17 D-SSO-18 asks for no code after %s, where the connection trusts that',
      async (contextClass) => {
        await useAuthenticator();
        await fixture.set({ trust_second_factor: true });
        const trusted = await fixture.signInAs('adam', { contextClass });
        expect([trusted.location, await fixture.emailOf(trusted.browser)]).toEqual([
          '/console/',
          `adam@${DOMAIN}`,
        ]);
        const password = await fixture.signInAs('adam');
        expect([password.location, await fixture.emailOf(password.browser)]).toEqual([CODE_PAGE, undefined]);
        await fixture.set({ trust_second_factor: false });
        expect((await fixture.signInAs('adam', { contextClass })).location, 'not trusted').toBe(CODE_PAGE);
      },
    );

    let app: Authenticator | undefined;
    const useAuthenticator = async (): Promise<Authenticator> => {
      if (app) return app;
      const adam = await fixture.base.console.browserOf('administrator');
      const { body } = await adam.post('/console/api/auth/authenticator', { password: PASSWORD });
      app = new Authenticator(body['uri'] as string);
      const code = app.code(fixture.base.console.service.nowMs());
      await adam.post('/console/api/auth/authenticator/confirm', { code });
      return app;
    };
    const confirm = async (browser: ApiBrowser) => {
      const code = (await useAuthenticator()).code(fixture.base.console.service.nowMs());
      return browser.post('/console/api/auth/sign_in/code', { code });
    };

    it('SSO-18 ends the session when the provider ends its own, also behind the code of an authenticator app', async () => {
      const sessionEndsAt = fixture.idp.at(HOUR_MS);
      const [dora, endless, adam] = [
        await fixture.signInAs('dora', { sessionEndsAt }),
        await fixture.signInAs('pia'),
        await fixture.signInAs('adam', { sessionEndsAt }),
      ];
      expect((await confirm(adam.browser)).body).toMatchObject({ status: 'signed_in' });
      const { body } = await dora.browser.get('/console/api/sessions');
      const [session] = body['data'] as { is_current: boolean; expires_at: string }[];
      expect(Math.abs(Date.parse(session!.expires_at) - Date.parse(sessionEndsAt))).toBeLessThan(1000);
      await fixture.advance(3590);
      expect(await fixture.emailOf(dora.browser)).toBe(`dora@${DOMAIN}`);
      await fixture.advance(11);
      expect(await fixture.emailOf(dora.browser)).toBeUndefined();
      expect(await fixture.emailOf(adam.browser)).toBeUndefined();
      expect(await fixture.emailOf(endless.browser), 'no end is named').toBe(`pia@${DOMAIN}`);
    });

    it('SSO-18 keeps the end when the session is replaced, and takes no code after it', async () => {
      const ending = await fixture.signInAs('pia', { sessionEndsAt: fixture.idp.at(HOUR_MS / 2) });
      await ending.browser.learnToken();
      const { body } = await ending.browser.post('/console/api/auth/authenticator', { password: PASSWORD });
      const code = new Authenticator(body['uri'] as string).code(fixture.base.console.service.nowMs());
      const before = ending.browser.cookies.get('svc.session_token');
      ending.browser.adopt(await ending.browser.post('/console/api/auth/authenticator/confirm', { code }));
      expect(ending.browser.cookies.get('svc.session_token'), 'another session').not.toBe(before);
      const waiting = await fixture.signInAs('adam', { sessionEndsAt: fixture.idp.at(5 * 60_000) });
      await fixture.advance(5 * 60 + 1);
      const late = await confirm(waiting.browser);
      expect([late.status, late.body]).toMatchObject([401, { error: { code: 'sign_in_expired' } }]);
      await fixture.advance(HOUR_MS / 2000);
      expect(await fixture.emailOf(ending.browser)).toBeUndefined();
    });

    it('SSO-08 begins again what was begun at the provider, where the connection allows that', async () => {
      const unsolicited = () =>
        fixture.idp.respond(
          { acsUrl: acsUrl(), entityId: acsUrl().replace('/acs', '/metadata') },
          fixture.person('dora'),
        );
      const acsUrl = () => `${fixture.base.console.service.baseUrl}/sso/${fixture.id}/acs`;
      expect([await fixture.post(unsolicited()), await fixture.lastReason()]).toEqual([
        FAILED,
        'unsolicited',
      ]);
      await fixture.set({ allow_idp_initiated: true });
      const xml = unsolicited();
      const start = await fixture.post(xml, '/console/usage');
      expect(start).toBe(`/sso/${fixture.id}/start?return_to=%2Fconsole%2Fusage`);
      expect(await fixture.post(unsolicited(), 'https://evil.example/')).toContain('return_to=%2Fconsole%2F');
      const browser = fixture.base.newBrowser();
      expect(await fixture.emailOf(browser), 'it signs nobody in').toBeUndefined();
      const { location } = await fixture.signInAs('dora', {
        browser,
        query: start.slice(start.indexOf('?')),
      });
      expect([location, await fixture.emailOf(browser)]).toEqual(['/console/usage', `dora@${DOMAIN}`]);
      expect([await fixture.post(xml), await fixture.lastReason()]).toEqual([FAILED, 'replayed']);
      await fixture.set({ status: 'disabled' });
      expect(await fixture.post(unsolicited())).toBe(DISABLED);
      await fixture.set({ status: 'active', allow_idp_initiated: false });
    });

    it('SSO-19 takes either of two certificates, the ended one too, and none that was taken out', async () => {
      const { idp } = fixture;
      const [first, ended] = [idp.key, await SamlKey.make(new Date('2026-01-01'))];
      await fixture.set({ saml: { certificates: [first.certificate, ended.certificate] } });
      expect((await fixture.signInAs('dora')).location).toBe('/console/');
      expect((await fixture.signInAs('dora', { key: ended })).location).toBe('/console/');
      await fixture.set({ saml: { certificates: [ended.certificate] } });
      expect([(await fixture.signInAs('dora')).location, await fixture.lastReason()]).toEqual([
        FAILED,
        'signature',
      ]);
      expect((await fixture.signInAs('dora', { key: ended })).location).toBe('/console/');
      expect((await fixture.set({ saml: { certificates: [first.certificate] } })).body.status).toBe('active');
    });

    it('SSO-03 D-SSO-10 tests a draft, which signs nobody in', async () => {
      const key = await SamlKey.make();
      const id = await fixture.connect({
        saml: { ...fixture.idp.settings, certificates: [key.certificate] },
      });
      expect((await fixture.signInAs('dora', { id, key })).location).toBe(DISABLED);
      expect([await fixture.passTest(id), await fixture.lastReason(id)]).toEqual([
        '/console/?sso_test=failed',
        'signature',
      ]);
      const owner = await fixture.base.console.browserOf('owner');
      const before = owner.cookies.get('svc.session_token');
      expect(await fixture.passTest(id, { key })).toBe(PASSED);
      expect(owner.cookies.get('svc.session_token')).toBe(before);
      const changed = await fixture.set({ saml: { sso_url: 'https://idp.acme.test/other' } }, id);
      expect(changed.body.status).toBe('draft');
      expect((await fixture.set({ status: 'active' }, id)).status).toBe(409);
      await fixture.base.admin('DELETE', `/sso_connections/${id}`);
    });

    it.each([
      ['signed by its own provider', true, 'signature'],
      ['of a provider with the same key', false, 'issuer'],
    ])('SSO-06 SSO-07 takes no response at another connection: %s', async (_name, hasOwnKey, reason) => {
      const key = hasOwnKey ? await SamlKey.make() : fixture.idp.key;
      const saml = {
        ...fixture.idp.settings,
        idp_entity_id: 'https://other.example',
        certificates: [key.certificate],
      };
      const other = await fixture.connect({ saml });
      // The provider of the other connection calls itself otherwise, and names the addresses of this one.
      const issuer = 'https://other.example';
      const mixed = await fixture.signInAs('dora', { key, issuer, responseIssuer: issuer });
      expect([mixed.location, await fixture.lastReason()]).toEqual([FAILED, reason]);
      // A response for the other connection, posted at this one.
      const base = `${fixture.base.console.service.baseUrl}/sso/${other}`;
      const xml = fixture.idp.respond(
        { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, id: '_1' },
        fixture.person('dora'),
      );
      expect([await fixture.post(xml), await fixture.lastReason()]).toEqual([FAILED, 'audience']);
      await fixture.base.admin('DELETE', `/sso_connections/${other}`);
    });

    it('D-SSO-12 lets nobody in by a connection that was disabled meanwhile, and ends its sessions', async () => {
      const { browser } = await fixture.signInAs('dora');
      const begun = fixture.base.newBrowser();
      const { headers } = await begun.get(`/sso/${fixture.id}/start`);
      const request = fixture.idp.readRequest(headers.get('location') ?? '');
      await fixture.set({ status: 'disabled' });
      expect(await fixture.emailOf(browser)).toBeUndefined();
      const next = await fixture.post(
        fixture.idp.respond(request, fixture.person('dora')),
        request.relayState,
      );
      expect((await fixture.follow(begun, next)).location).toBe(DISABLED);
      expect((await fixture.signInAs('dora')).location).toBe(DISABLED);
      await fixture.set({ status: 'active' });
      expect(await fixture.post('<a/>', '', 'sso_01m8kvx84vnw2feyr3xesb4h8m')).toBe(DISABLED);
    });

    it('shows what a provider has to know of a connection, and of no other', async () => {
      const { port, baseUrl } = fixture.base.console.service;
      const at = (id: string) => fetch(`http://127.0.0.1:${port}/sso/${id}/metadata`);
      const reply = await at(fixture.id);
      expect(reply.headers.get('content-type')).toBe('application/samlmetadata+xml');
      const xml = await reply.text();
      expect(xml).toContain(`entityID="${baseUrl}/sso/${fixture.id}/metadata"`);
      expect(xml).toContain(`Location="${baseUrl}/sso/${fixture.id}/acs"`);
      expect(xml).toContain('WantAssertionsSigned="true"');
      const { id } = await fixture.base.connect();
      for (const none of [id as string, 'sso_01m8kvx84vnw2feyr3xesb4h8m'])
        expect((await at(none)).status).toBe(404);
      expect(await fixture.post('<a/>', '', id as string)).toBe(DISABLED);
      await fixture.base.admin('DELETE', `/sso_connections/${id}`);
    });
  },
);
