import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, httpDatabases, refusal, type ApiBrowser } from '#test-kit';
import { PASSWORD } from '../console/console-fixture.ts';
import { DOMAIN, SignOnFixture } from './sign-on-fixture.ts';

type Claims = Readonly<Record<string, unknown>>;

const FAILED = '/console/sign-in?sso_error=sso_failed';
const NOT_A_MEMBER = '/console/sign-in?sso_error=sso_not_a_member';
const HOUR_S = 3600;

describe.each(await httpDatabases(import.meta.filename))(
  'people who sign in by a provider on $kind',
  (database) => {
    let fixture: SignOnFixture;
    let id: string;
    beforeAll(async () => {
      fixture = await SignOnFixture.start(database);
      id = await fixture.connectActive();
    });
    afterAll(() => fixture?.stop());
    /** Signs in as a member of the name. */
    const signInAs = (name: string, claims: Claims = {}) => {
      fixture.idp.person = { sub: `subject-of-${name}`, email: `${name}@${DOMAIN}`, ...claims };
      return fixture.signIn(id);
    };
    const lastReason = async () => (await fixture.reasons(id)).at(-1);
    const set = (settings: object) => fixture.admin('PATCH', `/sso_connections/${id}`, settings);
    const emailOf = async (browser: ApiBrowser): Promise<unknown> =>
      ((await browser.get('/console/api/auth/session')).body['user'] as { email: string } | undefined)?.email;

    it('SSO-21 disabling the connection ends its sessions, those of passwords go on, and so do keys', async () => {
      const { browser } = await signInAs('dora');
      const byPassword = await fixture.console.browserOf('developer');
      await set({ status: 'disabled' });
      expect((await browser.get('/console/api/auth/session')).status).toBe(401);
      expect((await byPassword.get('/console/api/auth/session')).status).toBe(200);
      const models = await fetch(`http://127.0.0.1:${fixture.console.service.port}/v1/models`, {
        headers: { authorization: `Bearer ${fixture.console.secrets.dora}` },
      });
      expect(models.status).toBe(200);
      await set({ status: 'active' });
    });

    it('SSO-17 SSO-21 D-SSO-18 asks for the code of an authenticator app, unless the provider did and is trusted', async () => {
      const { service } = fixture.console;
      const adam = await fixture.console.browserOf('administrator');
      const { body } = await adam.post('/console/api/auth/authenticator', { password: PASSWORD });
      const app = new Authenticator(body['uri'] as string);
      await adam.post('/console/api/auth/authenticator/confirm', { code: app.code(service.nowMs()) });
      await service.advance(30);
      const codePage = '/console/sign-in?step=code&return_to=%2Fconsole%2F';
      const confirm = (browser: ApiBrowser) =>
        browser.post('/console/api/auth/sign_in/code', { code: app.code(service.nowMs()) });

      const asked = await signInAs('adam', { amr: ['mfa'] });
      expect([asked.location, await emailOf(asked.browser)], 'not trusted').toEqual([codePage, undefined]);
      expect((await confirm(asked.browser)).body).toMatchObject({ status: 'signed_in' });
      expect(await emailOf(asked.browser)).toBe(`adam@${DOMAIN}`);

      await set({ trust_second_factor: true });
      const trusted = await signInAs('adam', { amr: ['pwd', 'mfa'] });
      expect([trusted.location, await emailOf(trusted.browser)]).toEqual(['/console/', `adam@${DOMAIN}`]);
      await trusted.browser.learnToken();
      const key = await trusted.browser.post('/console/api/admin_keys', { name: 'unconfirmed' });
      expect(refusal(key), 'a new admin key is confirmed here').toBe('400 invalid_parameter totp');
      const waiting = await signInAs('adam', { amr: ['pwd'] });
      expect(waiting.location).toBe(codePage);

      await set({ status: 'disabled' });
      await service.advance(30);
      for (const { browser } of [asked, trusted])
        expect((await browser.get('/console/api/auth/session')).status).toBe(401);
      expect(refusal(await confirm(waiting.browser))).toBe('401 sign_in_expired');
      await set({ status: 'active', trust_second_factor: false });
    });

    // From here on the clock moves by days, which ends the sessions of the fixture.
    it('SSO-10 D-SSO-14 links a member only by an email that the organization vouches for', async () => {
      for (const isVerified of [false, 'false']) {
        const { location } = await signInAs('mona', { email_verified: isVerified });
        expect([location, await lastReason()]).toEqual([FAILED, 'email_unverified']);
      }
      for (const email of [`mona@sub.${DOMAIN}`, 'gus@globex.test', `mona@x${DOMAIN}`]) {
        const { location } = await signInAs('mona', { email });
        expect([location, await lastReason()]).toEqual([FAILED, 'domain']);
      }
      const value = fixture.dns.texts.get(`_svc-verification.${DOMAIN}`) ?? [];
      fixture.dns.texts.delete(`_svc-verification.${DOMAIN}`);
      await fixture.console.service.advance(9 * 24 * HOUR_S);
      expect((await set({ name: 'Renamed' })).status, 'an active connection can be changed').toBe(200);
      const lapsed = await signInAs('mona');
      expect([lapsed.location, await lastReason()]).toEqual([FAILED, 'domain']);
      expect((await signInAs('dora')).location, 'who is linked comes in').toBe('/console/');
      fixture.dns.texts.set(`_svc-verification.${DOMAIN}`, value);
      await fixture.console.service.advance(25 * HOUR_S);
      expect((await signInAs('mona', { email_verified: true })).location).toBe('/console/');
      const other = await signInAs('mona', { sub: 'another-subject' });
      expect([other.location, await lastReason()]).toEqual([NOT_A_MEMBER, 'not_a_member']);
    });

    it('D-SSO-16 makes members of strangers with jit alone, of removed ones too, and never of suspended ones', async () => {
      expect([(await signInAs('nina')).location, await lastReason()]).toEqual([NOT_A_MEMBER, 'not_a_member']);
      await set({ provisioning: 'jit', default_role: 'developer' });
      const joined = await signInAs('nina', { name: 'Nina' });
      expect(joined.location).toBe('/console/');
      const { body } = await joined.browser.get('/console/api/auth/session');
      expect(body).toMatchObject({
        user: { name: 'Nina' },
        organizations: [{ name: 'Acme', role: 'developer' }],
      });
      const userId = (body['user'] as { id: string }).id;
      await fixture.admin('DELETE', `/users/${userId}`);
      await set({ provisioning: 'off' });
      expect((await signInAs('nina')).location).toBe(NOT_A_MEMBER);
      await set({ provisioning: 'jit' });
      expect((await signInAs('nina')).location).toBe('/console/');
      expect((await signInAs('susi')).location, 'suspended').toBe(NOT_A_MEMBER);
      expect((await signInAs('dana')).location, 'disabled').toBe(NOT_A_MEMBER);
      const { body: log } = await fixture.admin('GET', '/audit_events?event=member.joined');
      expect((log.data as Claims[])[0]).toMatchObject({
        resource: { id: userId },
        details: { reason: 'sso' },
      });
      await set({ provisioning: 'off' });
    });

    it('several sign-ins of a person at once all succeed', async () => {
      const all = await Promise.all(Array.from({ length: 6 }, () => signInAs('dora')));
      expect(all.map(({ location }) => location)).toEqual(all.map(() => '/console/'));
    });

    it.each(['member', 'developer'] as const)(
      'SSO-11 `off` refuses who is no member and names the reason, `jit` makes them a %s',
      async (role) => {
        const name = `new-${role}`;
        await set({ provisioning: 'off', default_role: role });
        const refused = await signInAs(name);
        expect([refused.location, await lastReason(), await emailOf(refused.browser)]).toEqual([
          NOT_A_MEMBER,
          'not_a_member',
          undefined,
        ]);
        const accounts = await fixture.admin('GET', `/users?email=${name}@${DOMAIN}`);
        expect(accounts.body.data, 'nothing was made').toEqual([]);
        await set({ provisioning: 'jit' });
        const joined = await signInAs(name);
        const { body } = await joined.browser.get('/console/api/auth/session');
        expect(body).toMatchObject({ organizations: [{ name: 'Acme', role }] });
        await set({ provisioning: 'off' });
        expect((await signInAs(name)).location, 'a member now').toBe('/console/');
      },
    );

    it('D-SSO-16 takes an account with an unverified address from whoever had its link', async () => {
      const { service } = fixture.console;
      const gus = fixture.newBrowser();
      await gus.signIn('gus@globex.test', PASSWORD);
      await gus.post('/console/api/invites', { email: `zoe@${DOMAIN}`, role: 'member' });
      const { body } = await gus.get('/console/api/outbox');
      const [{ link }] = body['data'] as [{ link: string }];
      const taken = fixture.newBrowser();
      const acceptance = {
        token: link.split('#')[1],
        name: 'Not Zoe',
        password: 'heron lattice quiet obelisk',
      };
      await taken.post('/console/api/auth/invite', acceptance);
      expect(await emailOf(taken)).toBe(`zoe@${DOMAIN}`);
      await set({ provisioning: 'jit' });
      const zoe = await signInAs('zoe');
      expect([zoe.location, await emailOf(zoe.browser), await emailOf(taken)]).toEqual([
        '/console/',
        `zoe@${DOMAIN}`,
        undefined,
      ]);
      const again = await fixture.newBrowser().signIn(`zoe@${DOMAIN}`, acceptance.password);
      expect(refusal(again)).toBe('401 sign_in_rejected');
      await set({ provisioning: 'off' });
      expect(service.logLines.join()).not.toContain('TEXT-OF-THE-PROVIDER');
    });

    it('SSO-12 SCIM-17 where groups of a directory give a member roles, those of the provider are not applied', async () => {
      const dirk = fixture.console.ids['second_developer'];
      const research = fixture.console.ids['Research'];
      const provider = [{ workspace_id: research, role: 'workspace_admin' }];
      await set({
        default_role: 'member',
        group_roles: [{ group: 'admins', role: 'administrator', workspaces: provider }],
      });
      const token = (await fixture.admin('POST', '/directory_tokens', { name: 'Okta' })).body;
      const response = await fetch(`http://127.0.0.1:${fixture.console.service.port}/scim/v2/Groups`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ displayName: 'Billing', members: [{ value: dirk }] }),
      });
      const group = (await response.json()) as { id: string };
      const roleAfterSignIn = async (grants: object): Promise<unknown[]> => {
        expect((await fixture.admin('PATCH', `/directory_groups/${group.id}`, grants)).status).toBe(200);
        await signInAs('dirk', { groups: ['admins'] });
        const place = await fixture.admin('GET', `/workspaces/${research}/members/${dirk}`);
        return [(await fixture.admin('GET', `/users/${dirk}`)).body.role, place.body.role];
      };
      expect(await roleAfterSignIn({ role: 'billing' })).toEqual(['billing', undefined]);
      const workspaces = [{ workspace_id: research, role: 'workspace_user' }];
      expect(await roleAfterSignIn({ role: null, workspaces })).toEqual(['member', 'workspace_user']);
      expect(await roleAfterSignIn({ workspaces: [] })).toEqual(['administrator', 'workspace_admin']);
      await signInAs('dirk', { groups: [] });
      await fixture.admin('DELETE', `/directory_tokens/${token.id}`);
    });

    it('SSO-12 D-SSO-15 gives the roles of groups at each sign-in, takes them away, and leaves owners alone', async () => {
      const [own, research] = [fixture.console.ids['Default'], fixture.console.ids['Research']];
      await set({
        default_role: 'member',
        group_roles: [
          { group: 'admins', role: 'administrator' },
          {
            group: 'eng',
            role: 'developer',
            workspaces: [{ workspace_id: research, role: 'workspace_developer' }],
          },
          { group: 'leads', workspaces: [{ workspace_id: research, role: 'workspace_admin' }] },
        ],
      });
      const rolesOf = async (name: 'second_developer') => {
        const user = await fixture.admin('GET', `/users/${fixture.console.ids[name]}`);
        const { body } = await fixture.admin('GET', `/workspaces/${research}/members`);
        const members = body.data as { user_id: string; role: string }[];
        return [user.body.role, members.find((one) => one.user_id === fixture.console.ids[name])?.role];
      };
      expect(own).toBeDefined();
      for (const [groups, roles] of [
        [
          ['eng', 'other'],
          ['developer', 'workspace_developer'],
        ],
        [
          ['eng', 'leads'],
          ['developer', 'workspace_admin'],
        ],
        ['admins', ['administrator', undefined]],
        [undefined, ['member', undefined]],
      ] as const) {
        expect((await signInAs('dirk', { groups })).location).toBe('/console/');
        expect(await rolesOf('second_developer')).toEqual(roles);
      }
      await signInAs('pia', { groups: ['eng'] });
      const pia = await fixture.admin('GET', `/users/${fixture.console.ids['primary_owner']}`);
      expect(pia.body.role).toBe('primary_owner');
      const { body: log } = await fixture.admin('GET', '/audit_events?event=member.change_role');
      expect((log.data as Claims[])[0]).toMatchObject({
        changes: { role: { from: 'administrator', to: 'member' } },
        details: { reason: 'sso' },
      });
      await set({ group_roles: [] });
      await signInAs('dirk', { groups: ['admins'] });
      expect(await rolesOf('second_developer'), 'without group_roles nothing changes').toEqual([
        'member',
        undefined,
      ]);
    });

    it('D-SSO-11 tells how a domain signs in, and not whether an address has an account', async () => {
      const browser = fixture.newBrowser();
      const begin = async (email: string) => (await browser.post('/console/api/auth/begin', { email })).body;
      const sso = { next: 'sso', url: `/sso/${id}/start` };
      for (const name of ['dora', 'nobody-at-all', 'DORA'])
        expect(await begin(`${name}@${DOMAIN.toUpperCase()}`)).toEqual(sso);
      const password = { next: 'password', url: null };
      expect(await begin('gus@globex.test')).toEqual(password);
      expect(await begin(`dora@sub.${DOMAIN}`)).toEqual(password);
      await set({ status: 'disabled' });
      expect(await begin(`dora@${DOMAIN}`)).toEqual(password);
      await set({ status: 'active' });
    });
  },
);
