import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, Authenticator, httpDatabases, IdentityProvider } from '#test-kit';
import { signOnFrom, type SignInOptions } from '../sign-on/sign-on-from.ts';
import {
  learnToken,
  OPERATOR_PASSWORD,
  refusal,
  ROOT,
  startOperatorFixture,
  toReply,
  type OperatorFixture,
  type Reply,
} from './operator-fixture.ts';

type Claims = Readonly<Record<string, unknown>>;

const START = '/sso/operators/start';
const HOME = '/console/operator';
const CODE = '/console/operator/sign-in?step=code';
const failed = (code: string) => `/console/operator/sign-in?sso_error=${code}`;
const TRUSTED = { amr: ['pwd', 'mfa'] };

describe.each(await httpDatabases(import.meta.filename))('operators by a provider, on $kind', (database) => {
  let idp: IdentityProvider;
  let fixture: OperatorFixture;
  const settings = (more: object = {}) => ({
    name: 'Keycloak',
    issuer: idp.issuer,
    ...idp.client,
    roles: [
      { group: 'svc-viewers', role: 'viewer' },
      { group: 'svc-operators', role: 'operator' },
    ],
    trust_second_factor: true,
    ...more,
  });

  beforeAll(async () => {
    idp = await IdentityProvider.start();
    fixture = await startOperatorFixture(database, {}, { operators: { sso: settings() } });
  });
  afterAll(async () => {
    await fixture?.stop();
    await idp?.close();
  });
  afterEach(async () => {
    idp.changeClaims = (claims) => claims;
    await configure(settings());
  });

  const open = (): ApiBrowser => new ApiBrowser(fixture.service.baseUrl);
  const configure = async (sso: object | undefined): Promise<void> => {
    const path = join(fixture.service.dataDir, 'svc.yaml');
    const before = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...before, operators: sso === undefined ? {} : { sso } }));
    await fixture.service.reload();
  };
  const signInAs = (name: string, claims: Claims = {}, options: SignInOptions = {}) => {
    idp.person = { sub: `subject-of-${name}`, email: `${name}@svc.test`, name, ...claims };
    return signOnFrom(START, options.browser ?? open(), options);
  };
  const roleOf = async (browser: ApiBrowser): Promise<unknown> =>
    ((await browser.get(`${ROOT}/session`)).body['operator'] as { role: string } | undefined)?.role;
  const events = async (): Promise<Claims[]> =>
    (await fixture.api('GET', '/events?limit=100')).body.data as Claims[];
  const lastOf = async (event: string) => (await events()).find((each) => each['event'] === event);
  const confirm = async (browser: ApiBrowser, code: string): Promise<Reply> =>
    toReply(await browser.post(`${ROOT}/sign_in/code`, { code }));
  const appOf = async (browser: ApiBrowser): Promise<Authenticator> => {
    const { body } = await browser.get(`${ROOT}/sign_in/pending`);
    return new Authenticator(String(body['authenticator_uri']));
  };
  const nextCode = async (app: Authenticator): Promise<string> => {
    await fixture.service.advance(60);
    return app.code(fixture.service.nowMs());
  };

  it('tells the sign-in page of the provider, and of none where there is none', async () => {
    const read = async () => (await open().get(`${ROOT}/entrances`)).body;
    expect(await read()).toEqual({ type: 'operator_entrances', sso: { name: 'Keycloak', url: START } });
    await configure(undefined);
    expect(await read()).toEqual({ type: 'operator_entrances', sso: null });
    expect((await signInAs('vito', { groups: ['svc-viewers'] })).location).toBe(failed('sso_disabled'));
    expect((await open().get('/sso/operators/callback')).headers.get('location')).toBe(
      failed('sso_disabled'),
    );
  });

  it('SSO-09 makes an operator at the first sign-in, whom the subject identifies whatever their email', async () => {
    const first = await signInAs('vito', { groups: 'svc-viewers', ...TRUSTED });
    expect([first.location, await roleOf(first.browser)]).toEqual([HOME, 'operator_viewer']);
    const { body } = await first.browser.get(`${ROOT}/session`);
    expect(body).toMatchObject({ operator: { email: 'vito@svc.test', name: 'vito' } });
    const { id } = body['operator'] as { id: string };
    expect(await lastOf('operator.added')).toMatchObject({
      actor: { type: 'operator', id, name: 'vito@svc.test', role: 'operator_viewer' },
      changes: { role: { from: null, to: 'operator_viewer' } },
    });
    expect(await lastOf('session.signed_in')).toMatchObject({ actor: { id }, resource: { id } });
    const renamed = { email: 'renamed@svc.test', groups: ['svc-viewers'], ...TRUSTED };
    const again = await signInAs('vito', renamed);
    expect((await again.browser.get(`${ROOT}/session`)).body).toMatchObject({
      operator: { id, email: 'renamed@svc.test' },
    });
  });

  it('SSO-09 never takes an operator with a password for one of the provider with their email', async () => {
    const { email } = fixture.viewer;
    const { browser, location } = await signInAs('mallory', { email, groups: ['svc-viewers'], ...TRUSTED });
    expect([location, await roleOf(browser)]).toEqual([HOME, 'operator_viewer']);
    const mine = (await fixture.viewer.browser.get(`${ROOT}/session`)).body['operator'] as { id: string };
    const theirs = (await browser.get(`${ROOT}/session`)).body['operator'] as { id: string };
    expect(theirs.id).not.toBe(mine.id);
    const credentials = { email, password: OPERATOR_PASSWORD, code: await nextCode(fixture.viewer.app) };
    expect((await open().post(`${ROOT}/sign_in`, credentials)).status).toBe(200);
    const accounts = (await fixture.api('GET', '/operators?limit=100')).body.data as Claims[];
    expect(
      accounts.filter((each) => each['email'] === email).map((each) => [each['id'], each['sign_in']]),
    ).toEqual([
      [theirs.id, 'sso'],
      [mine.id, 'password'],
    ]);
  });

  it.each<[string, Claims, string, string | null]>([
    ['without groups', {}, 'not_a_member', 'nobody@svc.test'],
    [
      'of other groups',
      { groups: ['svc', 'SVC-OPERATORS', 'svc-operators-2'] },
      'not_a_member',
      'nobody@svc.test',
    ],
    [
      'with an unverified email',
      { groups: ['svc-operators'], email_verified: false },
      'email_unverified',
      'nobody@svc.test',
    ],
    ['without an email', { groups: ['svc-operators'], email: undefined }, 'claims', null],
  ])('SSO-20 D-SSO-13 refuses people %s, and writes down why', async (_name, claims, reason, name) => {
    const { browser, location } = await signInAs('nobody', { ...claims, ...TRUSTED });
    const code = reason === 'not_a_member' ? 'sso_not_a_member' : 'sso_failed';
    expect([location, await roleOf(browser)]).toEqual([failed(code), undefined]);
    expect(await lastOf('session.failed')).toMatchObject({
      actor: { type: 'operator', id: null, name, role: null },
      details: { reason },
    });
    const accounts = (await fixture.api('GET', '/operators?limit=100')).body.data as Claims[];
    expect(accounts.map((each) => each['email'])).not.toContain('nobody@svc.test');
  });

  it('SSO-12 gives the highest role of the groups at each sign-in, for open sign-ins too', async () => {
    const low = await signInAs('rita', { groups: ['svc-viewers'], ...TRUSTED });
    const high = await signInAs('rita', { groups: ['svc-viewers', 'svc-operators'], ...TRUSTED });
    expect(high.location).toBe(CODE);
    expect(await roleOf(low.browser)).toBe('operator');
    expect(await lastOf('operator.role_changed')).toMatchObject({
      changes: { role: { from: 'operator_viewer', to: 'operator' } },
    });
    await signInAs('rita', { groups: ['svc-viewers'], ...TRUSTED });
    expect(await roleOf(low.browser)).toBe('operator_viewer');
  });

  it('ends the sign-ins of a person who comes without a group', async () => {
    const { browser } = await signInAs('lena', { groups: ['svc-viewers'], ...TRUSTED });
    expect((await signInAs('lena', TRUSTED)).location).toBe(failed('sso_not_a_member'));
    expect(await roleOf(browser)).toBeUndefined();
  });

  it('SSO-17 asks for a code of our own, and sets up the app at the first sign-in', async () => {
    const groups = { groups: ['svc-viewers'] };
    const { browser, location } = await signInAs('cora', groups);
    expect([location, await roleOf(browser)]).toEqual([CODE, undefined]);
    const app = await appOf(browser);
    expect(refusal(await confirm(browser, '000000'))).toBe('401 code_rejected');
    expect(refusal(await confirm(open(), app.code(fixture.service.nowMs())))).toBe('401 sign_in_expired');
    expect((await confirm(browser, app.code(fixture.service.nowMs()))).status).toBe(200);
    expect(await roleOf(browser)).toBe('operator_viewer');
    const again = await signInAs('cora', groups);
    expect((await again.browser.get(`${ROOT}/sign_in/pending`)).body).toEqual({
      type: 'pending_operator_sign_in',
      email: 'cora@svc.test',
      authenticator_uri: null,
    });
    const code = await nextCode(app);
    expect((await confirm(again.browser, code)).status).toBe(200);
    const third = await signInAs('cora', groups);
    expect(refusal(await confirm(third.browser, code))).toBe('401 code_rejected');
    expect((await signInAs('cora', { ...groups, amr: ['pwd'] })).location).toBe(CODE);
    await configure(settings({ trust_second_factor: false }));
    expect((await signInAs('cora', { ...groups, ...TRUSTED })).location).toBe(CODE);
  });

  it('SSO-17 D-CONS-2 has who may create keys set up an app, even where the provider is trusted', async () => {
    const groups = { groups: ['svc-operators'], ...TRUSTED };
    const { browser, location } = await signInAs('kira', groups);
    expect(location).toBe(CODE);
    const app = await appOf(browser);
    await confirm(browser, app.code(fixture.service.nowMs()));
    const later = await signInAs('kira', groups);
    expect([later.location, await roleOf(later.browser)]).toEqual([HOME, 'operator']);
    await learnToken(later.browser);
    const key = { name: 'of kira', role: 'operator_viewer' };
    const make = async (totp: string) => toReply(await later.browser.post(`${ROOT}/keys`, { ...key, totp }));
    expect(refusal(await make('000000'))).toBe('403 second_factor_rejected totp');
    expect((await make(await nextCode(app))).status).toBe(201);
  });

  it('a waiting sign-in ends after 10 minutes, with the operator, and with the provider', async () => {
    const groups = { groups: ['svc-viewers'] };
    const read = async (browser: ApiBrowser) =>
      refusal(toReply(await browser.get(`${ROOT}/sign_in/pending`)));
    const late = await signInAs('wanda', groups);
    await fixture.service.advance(601);
    expect(await read(late.browser)).toBe('401 sign_in_expired');
    const removed = await signInAs('wanda', groups);
    await fixture.service.operator.removeOperator('wanda@svc.test');
    expect(await read(removed.browser)).toBe('401 sign_in_expired');
    const { browser } = await signInAs('wanda', groups);
    const app = await appOf(browser);
    await configure(undefined);
    expect(refusal(await confirm(browser, app.code(fixture.service.nowMs())))).toBe('401 sign_in_expired');
  });

  it('a removed operator is signed out at once, and somebody new at the next sign-in', async () => {
    const groups = { groups: ['svc-viewers'], ...TRUSTED };
    const { browser } = await signInAs('reno', groups);
    expect(await fixture.service.operator.removeOperator('RENO@svc.test')).toEqual({ isByProvider: true });
    expect(await roleOf(browser)).toBeUndefined();
    expect(await roleOf((await signInAs('reno', groups)).browser)).toBe('operator_viewer');
  });

  it('sign-ins by the provider end when it leaves the configuration or another takes its place; passwords stay', async () => {
    const { browser } = await signInAs('enzo', { groups: ['svc-viewers'], ...TRUSTED });
    await configure(settings({ issuer: 'https://other.example' }));
    expect([await roleOf(browser), await roleOf(fixture.operator.browser)]).toEqual([undefined, 'operator']);
    await configure(undefined);
    expect([await roleOf(browser), await roleOf(fixture.operator.browser)]).toEqual([undefined, 'operator']);
    const accounts = (await fixture.api('GET', '/operators?limit=100')).body.data as Claims[];
    expect(accounts.find((each) => each['email'] === 'enzo@svc.test')).toMatchObject({
      active_sign_ins: 0,
      second_factor: 'provider',
    });
  });

  it.each<[string, (claims: Claims) => Claims, string]>([
    ['nonce', (claims) => ({ ...claims, nonce: 'another' }), 'nonce'],
    ['issuer', (claims) => ({ ...claims, iss: 'https://other.example' }), 'issuer'],
    ['audience', (claims) => ({ ...claims, aud: 'another-client' }), 'audience'],
    ['end', (claims) => ({ ...claims, exp: 1 }), 'expired'],
  ])('SSO-05 refuses an ID token with another %s', async (_name, change, reason) => {
    idp.changeClaims = change;
    const { browser, location } = await signInAs('vito', { groups: ['svc-viewers'], ...TRUSTED });
    expect([location, await roleOf(browser)]).toEqual([failed('sso_failed'), undefined]);
    expect(await lastOf('session.failed')).toMatchObject({ details: { reason } });
  });

  it('SSO-05 binds the answer to the browser that began, and to the door', async () => {
    const claims = { groups: ['svc-viewers'], ...TRUSTED };
    expect((await signInAs('vito', claims, { other: open() })).location).toBe(failed('sso_expired'));
    const wrong = (url: URL) => new URL(url.href.replace(/state=[^&]+/, 'state=another'));
    expect((await signInAs('vito', claims, { back: wrong })).location).toBe(failed('sso_failed'));
    expect(await lastOf('session.failed')).toMatchObject({ details: { reason: 'state' } });
  });

  it('SSO-20 shows neither the client secret nor text of the provider', async () => {
    const { body } = await fixture.api('GET', '/configuration');
    expect(JSON.stringify(body)).not.toContain(idp.client.client_secret);
    idp.isRefusing = true;
    const { location } = await signInAs('vito');
    idp.isRefusing = false;
    expect(location).toBe(failed('sso_failed'));
    expect(JSON.stringify(await events())).not.toContain('TEXT-OF-THE-PROVIDER');
  });
});
