import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, httpDatabases, refusal, type ApiBrowser } from '#test-kit';
import { PASSWORD, type Someone } from '../console/console-fixture.ts';
import { startRequired, type RequiredFixture } from './required-fixture.ts';
import { ADMINISTRATOR_KEY, useSignOnAdmin } from './sign-on-admin.ts';

const CONFLICT = '409 resource_conflict sso.required';
const ORGANIZATION = '/console/api/organization';
const HOUR_S = 3600;

describe.each(await httpDatabases(import.meta.filename))(
  'who may require single sign-on on $kind',
  (database) => {
    let required: RequiredFixture;
    beforeAll(async () => {
      required = await startRequired(database);
    });
    afterAll(() => required?.stop());

    const setBy = (who: ApiBrowser, isRequired: boolean) =>
      who.send('PATCH', ORGANIZATION, { sso: { required: isRequired } });
    const sso = async () => (await required.fixture.admin('GET', '/me')).body.sso;
    const setConnection = (status: string) =>
      required.fixture.admin('PATCH', `/sso_connections/${required.connectionId}`, { status });
    /** In the Console by the connection. */
    const signedOn = async (name: string): Promise<ApiBrowser> => {
      const { browser } = await required.signInAs(name);
      await browser.learnToken();
      return browser;
    };

    it('D-SSO-19 the organization shows its active connections', async () => {
      const active = { enabled: true, required: false, connection_ids: [required.connectionId] };
      expect(await sso()).toEqual(active);
      await setConnection('disabled');
      expect(await sso()).toEqual({ enabled: false, required: false, connection_ids: [] });
      await setConnection('active');
      expect(await sso()).toEqual(active);
    });

    it.each<Someone>(['administrator', 'developer', 'billing', 'member', 'workspace_admin'])(
      'SSO-14 D-SSO-19 refuses a person with the role %s, also to turn it off',
      async (someone) => {
        const browser = await required.fixture.console.browserOf(someone);
        for (const isRequired of [true, false])
          expect(refusal(await setBy(browser, isRequired))).toMatch(/^403 role_required/);
      },
    );

    it('SSO-14 D-SSO-19 refuses owners, and their keys, who have not signed in by the connection: a test is no sign-in', async () => {
      for (const someone of ['owner', 'primary_owner'] as const)
        expect(refusal(await setBy(await required.fixture.console.browserOf(someone), true))).toBe(CONFLICT);
      expect(refusal(await required.setRequired(true)), 'the key of Olga').toBe(CONFLICT);
      await signedOn('pia');
      expect(refusal(await required.setRequired(true)), 'somebody else signed in').toBe(CONFLICT);
    });

    it('SSO-14 a sign-in counts for an hour, and while its connection is active', async () => {
      await signedOn('olga');
      await setConnection('disabled');
      expect(refusal(await required.setRequired(true))).toBe(CONFLICT);
      await setConnection('active');
      await required.fixture.console.service.advance(HOUR_S + 1);
      expect(refusal(await required.setRequired(true))).toBe(CONFLICT);
      const olga = await signedOn('olga');
      await required.fixture.console.service.advance(HOUR_S - 30);
      expect((await required.setRequired(true)).body.sso, 'a key of hers').toMatchObject({ required: true });
      const { body } = await required.fixture.admin('GET', '/audit_events?event=organization.updated');
      expect((body.data as object[])[0]).toMatchObject({
        changes: { sso: { from: { required: false }, to: { required: true } } },
      });
      await required.fixture.console.service.advance(HOUR_S);
      expect((await setBy(olga, true)).status, 'it is on already').toBe(200);
      expect((await setBy(olga, false)).status, 'to turn it off takes no sign-in').toBe(200);
      expect(await sso()).toMatchObject({ required: false });
    });

    it('SSO-14 a sign-in by an owner in the Console, who may as well be the primary owner', async () => {
      for (const name of ['olga', 'pia']) {
        const owner = await signedOn(name);
        expect((await setBy(owner, true)).body['sso']).toMatchObject({ required: true });
        expect((await owner.get('/console/api/auth/session')).status, 'goes on').toBe(200);
        expect((await setBy(owner, false)).status).toBe(200);
      }
    });

    it('SSO-14 a sign-in that waits for its code does not count', async () => {
      const { service } = required.fixture.console;
      const olga = required.fixture.newBrowser();
      await olga.signIn('olga@acme.test', PASSWORD);
      const { body } = await olga.post('/console/api/auth/authenticator', { password: PASSWORD });
      const app = new Authenticator(body['uri'] as string);
      await olga.post('/console/api/auth/authenticator/confirm', { code: app.code(service.nowMs()) });
      await service.advance(HOUR_S + 1);
      const { browser, location } = await required.signInAs('olga');
      expect(location).toContain('step=code');
      expect(refusal(await required.setRequired(true))).toBe(CONFLICT);
      await browser.post('/console/api/auth/sign_in/code', { code: app.code(service.nowMs()) });
      expect((await required.setRequired(true)).status).toBe(200);
    });

    it('SSO-13 stays required without a connection: the primary owner comes in and turns it off', async () => {
      await setConnection('disabled');
      const olga = await required.fixture.newBrowser().signIn('olga@acme.test', PASSWORD);
      expect(refusal(olga)).toBe('401 sign_in_rejected');
      const pia = required.fixture.newBrowser();
      await pia.signIn('pia@acme.test', PASSWORD);
      expect((await setBy(pia, false)).body['sso']).toEqual({
        enabled: false,
        required: false,
        connection_ids: [],
      });
      const again = await required.fixture.newBrowser().signIn('dora@acme.test', PASSWORD);
      expect(again.body['status']).toBe('signed_in');
    });
  },
);

describe.each(await httpDatabases(import.meta.filename))(
  'keys that require single sign-on on $kind',
  (database) => {
    const admin = useSignOnAdmin(database);
    const set = (sso: object, key?: string) => admin.ask('PATCH', '/me', { sso }, key);

    it('SSO-14 D-SSO-19 the key of an administrator: 403; of an owner without a connection: 409', async () => {
      for (const required of [true, false])
        expect(refusal(await set({ required }, ADMINISTRATOR_KEY))).toBe('403 role_required');
      expect(refusal(await set({ required: true }))).toBe(CONFLICT);
      expect((await set({ required: false })).body.sso).toEqual({
        enabled: false,
        required: false,
        connection_ids: [],
      });
    });

    it.each([[{}], [{ required: 'yes' }], [{ required: null }], [{ required: true, enabled: true }]])(
      'D-SSO-19 refuses %j',
      async (sso) => {
        expect((await set(sso)).status).toBe(400);
      },
    );
  },
);
