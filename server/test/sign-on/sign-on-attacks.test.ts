import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  httpDatabases,
  IdentityProvider,
  type OpenTestDatabase,
  type TestDatabase,
} from '#test-kit';
import { PASSWORD } from '../console/console-fixture.ts';
import { signOnFrom, type SignInOptions } from './sign-on-from.ts';
import { DOMAIN, SignOnFixture } from './sign-on-fixture.ts';

type Claims = Readonly<Record<string, unknown>>;

const FAILED = '/console/sign-in?sso_error=sso_failed';
const TEST_FAILED = '/console/?sso_test=failed';
const DISABLED = '/console/sign-in?sso_error=sso_disabled';
const NOT_A_MEMBER = '/console/sign-in?sso_error=sso_not_a_member';
const EXPIRED = '/console/sign-in?sso_error=sso_expired';
const TEST_PASSED = '/console/?sso_test=passed';

describe.each(await httpDatabases(import.meta.filename))('attacks on single sign-on on $kind', (database) => {
  let fixture: SignOnFixture;
  let id: string;
  let opened: OpenTestDatabase | undefined;
  beforeAll(async () => {
    const seen: TestDatabase = {
      ...database,
      open: async (options) => (opened = await database.open(options)),
    };
    fixture = await SignOnFixture.start(seen);
    id = await fixture.connectActive();
  });
  afterAll(() => fixture?.stop());

  const signInAs = (name: string, claims: Claims = {}, options: SignInOptions = {}) => {
    fixture.idp.person = { sub: `subject-of-${name}`, email: `${name}@${DOMAIN}`, ...claims };
    return fixture.signIn(id, options);
  };
  const set = (settings: object) => fixture.admin('PATCH', `/sso_connections/${id}`, settings);
  const lastReason = async () => (await fixture.reasons(id)).at(-1);
  const emailOf = async (browser: ApiBrowser): Promise<unknown> =>
    ((await browser.get('/console/api/auth/session')).body['user'] as { email: string } | undefined)?.email;

  it.each<[string, Claims]>([
    ['an address that becomes another in lower case', { email: `dir\u212A@${DOMAIN}` }],
    ['an address with letters that have no form of their own', { email: `mona\u200b@${DOMAIN}` }],
    ['a subject that cannot be stored as it is', { sub: 'subject\ud800' }],
  ])('takes nobody in by %s', async (_name, claims) => {
    const { browser, location } = await signInAs('mona', claims);
    expect([location, await lastReason(), await emailOf(browser)]).toEqual([FAILED, 'claims', undefined]);
  });

  it('takes no other cookie of ours for a sign-in that was begun', async () => {
    const { browser } = await signInAs('dora');
    browser.cookies.set('svc.single_sign_on', browser.cookies.get('svc.session_token') ?? '');
    const { headers } = await browser.get(`/sso/${id}/callback?code=1&state=1`);
    expect(headers.get('location')).toBe(EXPIRED);
  });

  it.each<[string, 'GET' | 'POST', string]>([
    ['to the callback with another state', 'GET', 'callback?code=1&state=1'],
    ['to the callback without a state', 'GET', 'callback'],
    ['with a form that no provider made', 'POST', 'acs'],
  ])('goes on with a sign-in amid which another site sends the browser %s', async (_name, method, path) => {
    const browser = new ApiBrowser(fixture.console.service.baseUrl);
    const address = new URL(path, `http://x/sso/${id}/`);
    const junk = { 'content-type': 'application/x-www-form-urlencoded' };
    const back = async (url: URL) => {
      const reply = await browser.send(method, address.pathname + address.search, undefined, junk);
      expect(reply.headers.get('location')).toContain('sso_error=');
      return url;
    };
    expect((await signInAs('dora', {}, { browser, back })).location).toBe('/console/');
  });

  it('goes back to the Console itself rather than lose the cookie to a long address', async () => {
    const query = `?return_to=/console/${'a'.repeat(2000)}`;
    expect((await signInAs('dora', {}, { query })).location).toBe('/console/');
  });

  it('SSO-21 ends sessions of a connection that became a draft before it was disabled', async () => {
    const { browser } = await signInAs('dora');
    const { client_id } = fixture.idp.client;
    expect((await set({ oidc: { client_id: 'another' } })).body.status).toBe('draft');
    await set({ oidc: { client_id }, status: 'disabled' });
    expect(await emailOf(browser)).toBeUndefined();
    expect(await fixture.passTest(id)).toBe(TEST_PASSED);
    expect((await set({ status: 'active' })).status).toBe(200);
  });

  it('sends the client secret to the issuer that it was given for alone, and forgets who is known by another', async () => {
    const { issuer, client } = fixture.idp;
    await signInAs('dora', { sub: 'number-1' });
    await fixture.console.service.operator.resetSignIn({ email: `dora@${DOMAIN}` });
    await signInAs('dora', { sub: 'number-1' });
    const other = await IdentityProvider.start();
    const usual = fixture.idp;
    try {
      Object.assign(fixture, { idp: other });
      await set({ oidc: { issuer: other.issuer } });
      expect(await fixture.passTest(id), 'the secret of another issuer').toBe(TEST_FAILED);
      await set({ oidc: { client_secret: 'wrong' } });
      expect(await fixture.passTest(id), 'nor the one before').toBe(TEST_FAILED);
      await set({ oidc: { client_secret: client.client_secret } });
      expect(await fixture.passTest(id)).toBe(TEST_PASSED);
      await set({ status: 'active' });
      const mona = await signInAs('mona', { sub: 'number-1' });
      expect([mona.location, await emailOf(mona.browser)]).toEqual(['/console/', `mona@${DOMAIN}`]);
    } finally {
      Object.assign(fixture, { idp: usual });
      await other.close();
    }
    await set({ oidc: { issuer, client_secret: client.client_secret } });
    expect(await fixture.passTest(id)).toBe(TEST_PASSED);
    await set({ status: 'active' });
  });

  it('forgets links with whatever else signed a person in, when an operator resets the account', async () => {
    expect((await signInAs('dora')).location).toBe('/console/');
    await fixture.console.service.operator.resetSignIn({ email: `dora@${DOMAIN}` });
    const { location } = await signInAs('dora', { email_verified: false });
    expect([location, await lastReason()]).toEqual([FAILED, 'email_unverified']);
  });

  it('SSO-17 asks a member of another organization for their code, whatever the connection trusts', async () => {
    const { service } = fixture.console;
    const dirk = await fixture.console.browserOf('second_developer');
    const { body } = await dirk.post('/console/api/auth/authenticator', { password: PASSWORD });
    const app = new Authenticator(body['uri'] as string);
    dirk.adopt(
      await dirk.post('/console/api/auth/authenticator/confirm', { code: app.code(service.nowMs()) }),
    );
    await set({ trust_second_factor: true });
    const signIn = async () => (await signInAs('dirk', { amr: ['mfa'] })).location;
    expect(await signIn()).toBe('/console/');
    const gus = await fixture.console.browserOf('stranger');
    await gus.post('/console/api/invites', { email: `dirk@${DOMAIN}`, role: 'administrator' });
    const [{ link }] = (await gus.get('/console/api/outbox')).body['data'] as [{ link: string }];
    const joined = await dirk.post('/console/api/auth/invite', { token: link.split('#')[1] });
    expect(joined.body).toMatchObject({ status: 'signed_in' });
    expect(await signIn()).toContain('/console/sign-in?step=code');
    await set({ trust_second_factor: false });
  });

  it('D-SSO-10 a test that ends after its owner lost the role proves nothing', async () => {
    const draft = await fixture.connect();
    const olga = await fixture.console.browserOf('owner');
    const role = (to: string) =>
      fixture.console.as('primary_owner', 'PATCH', `/users/${fixture.console.ids['owner']}`, { role: to });
    const path = await fixture.testPath(draft.id as string);
    fixture.idp.person = { sub: 'subject-of-olga', email: `olga@${DOMAIN}` };
    const { location } = await signOnFrom(path, olga, {
      back: async (url) => {
        expect((await role('developer')).status).toBe(200);
        return url;
      },
    });
    expect((await role('owner')).status).toBe(200);
    expect(location).toBe(TEST_FAILED);
    await fixture.admin('DELETE', `/sso_connections/${draft.id}`);
  });

  it('D-SSO-16 makes no member of a disabled account', async () => {
    const path = `/users/${fixture.console.ids['disabled']}`;
    expect((await fixture.admin('DELETE', path)).status).toBe(200);
    await set({ provisioning: 'jit' });
    expect((await signInAs('dana')).location).toBe(NOT_A_MEMBER);
    expect((await fixture.admin('GET', path)).status).toBe(404);
    await set({ provisioning: 'off' });
  });

  // The embedded database runs one transaction at a time.
  it.runIf(database.kind === 'postgres')(
    'SSO-21 gives no session to whom the provider named before the connection was disabled',
    async () => {
      const { db } = opened!.store;
      await signInAs('adam');
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = db.transaction().execute(async (trx) => {
        await sql`select 1 from users where email = ${`adam@${DOMAIN}`} for no key update`.execute(trx);
        held.resolve();
        await release.promise;
      });
      await held.promise;
      const signingIn = signInAs('adam');
      const waiting = sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(db)).rows[0]!.count, { timeout: 30_000 }).toBe(1);
      expect((await set({ status: 'disabled' })).status).toBe(200);
      release.resolve();
      await holding;
      const { browser, location } = await signingIn;
      expect([location, await emailOf(browser)]).toEqual([DISABLED, undefined]);
      await set({ status: 'active' });
    },
  );

  it('writes down no more than 300 failures of a connection, however many networks they come from', async () => {
    await fixture.console.service.advance(3600);
    const origin = fixture.console.service.baseUrl;
    const before = (await fixture.console.admin('GET', '/audit_events?limit=1')).body.data as {
      id: string;
    }[];
    for (let network = 2; network < 8; network++) {
      const browser = new ApiBrowser(origin, origin, `127.0.0.${network}`);
      for (let times = 0; times < 55; times++) await browser.get(`/sso/${id}/callback`);
    }
    let count = 0;
    for (let beforeId: string | undefined = before[0]!.id; beforeId !== undefined;) {
      const path = `/audit_events?event=session.failed&resource_id=${id}&limit=100&before_id=${beforeId}`;
      const { body } = await fixture.admin('GET', path);
      const events = body.data as { id: string }[];
      count += events.length;
      beforeId = events[0]?.id;
    }
    expect(count).toBe(300);
  });
});
