import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, httpSite, type ApiBrowser } from '#test-kit';
import type { SignInOptions } from './sign-on-from.ts';
import { DOMAIN, SignOnFixture } from './sign-on-fixture.ts';

type Claims = Readonly<Record<string, unknown>>;

const FAILED = '/console/sign-in?sso_error=sso_failed';
const HOUR_S = 3600;
const nowS = () => Math.floor(Date.now() / 1000);

describe.each(await httpDatabases(import.meta.filename))('sign-in by OpenID Connect on $kind', (database) => {
  let fixture: SignOnFixture;
  let id: string;
  beforeAll(async () => {
    fixture = await SignOnFixture.start(database);
    id = await fixture.connectActive();
  });
  afterAll(() => fixture?.stop());
  afterEach(() => {
    fixture.idp.changeClaims = (claims) => claims;
    fixture.idp.isRefusing = false;
  });

  /** Signs in as a member of the name. */
  const signInAs = (name: string, claims: Claims = {}, options: SignInOptions = {}) => {
    fixture.idp.person = { sub: `subject-of-${name}`, email: `${name}@${DOMAIN}`, ...claims };
    return fixture.signIn(id, options);
  };
  const lastReason = async () => (await fixture.reasons(id)).at(-1);
  const set = (settings: object) => fixture.admin('PATCH', `/sso_connections/${id}`, settings);
  const emailOf = async (browser: ApiBrowser): Promise<unknown> =>
    ((await browser.get('/console/api/auth/session')).body['user'] as { email: string } | undefined)?.email;

  it('SSO-05 SSO-09 D-SSO-11 signs a member in who comes from the provider, and knows them by their subject', async () => {
    const { browser, location } = await signInAs('dora', {}, { query: '?return_to=/console/usage%3Fa=1' });
    expect(location).toBe('/console/usage?a=1');
    expect(await emailOf(browser)).toBe(`dora@${DOMAIN}`);
    const again = await signInAs('dora', { email: 'renamed@elsewhere.example', email_verified: false });
    expect([again.location, await emailOf(again.browser)]).toEqual(['/console/', `dora@${DOMAIN}`]);
    const { body } = await fixture.admin('GET', `/audit_events?event=session.signed_in&resource_id=${id}`);
    expect((body.data as Claims[])[0]).toMatchObject({
      actor: { type: 'user', email: `dora@${DOMAIN}` },
      resource: { type: 'sso_connection', id },
    });
  });

  it.each<[string, (claims: Claims) => Claims, string]>([
    ['nonce', (claims) => ({ ...claims, nonce: 'another' }), 'nonce'],
    ['no nonce', (claims) => without(claims, 'nonce'), 'nonce'],
    ['issuer', (claims) => ({ ...claims, iss: 'https://other.example' }), 'issuer'],
    ['audience', (claims) => ({ ...claims, aud: 'another-client' }), 'audience'],
    ['more audiences', (claims) => ({ ...claims, aud: ['svc', 'other'] }), 'audience'],
    ['end', (claims) => ({ ...claims, exp: nowS() - 61 }), 'expired'],
    ['no end', (claims) => without(claims, 'exp'), 'expired'],
    ['no email', (claims) => without(claims, 'email'), 'claims'],
    ['two addresses', (claims) => ({ ...claims, email: `a@evil.example@${DOMAIN}` }), 'claims'],
    ['a list of addresses', (claims) => ({ ...claims, email: [`mona@${DOMAIN}`] }), 'claims'],
  ])(
    'SSO-05 SSO-20 D-SSO-12 D-SSO-13 D-SSO-14 refuses an ID token by its claims: %s',
    async (_name, change, reason) => {
      fixture.idp.changeClaims = change;
      const { browser, location } = await signInAs('mona');
      expect([location, await lastReason(), await emailOf(browser)]).toEqual([FAILED, reason, undefined]);
    },
  );

  it('SSO-05 takes a clock that is off by less than a minute', async () => {
    fixture.idp.changeClaims = (claims) => ({ ...claims, exp: nowS() - 30 });
    expect((await signInAs('dora')).location).toBe('/console/');
  });

  it.each(['PS256', 'ES256', 'RS256'] as const)('SSO-05 takes a signature by %s', async (alg) => {
    await fixture.console.service.advance(61);
    await fixture.idp.rotateKey(alg);
    expect((await signInAs('dora')).location).toBe('/console/');
  });

  it('SSO-05 refuses other algorithms, and keys that the provider does not show', async () => {
    const { idp } = fixture;
    await fixture.console.service.advance(61);
    await idp.rotateKey('ES384');
    expect([(await signInAs('mona')).location, await lastReason()]).toEqual([FAILED, 'algorithm']);
    await idp.rotateKey('RS256', false);
    expect([(await signInAs('mona')).location, await lastReason()]).toEqual([FAILED, 'signature']);
  });

  it('SSO-05 D-SSO-20 reads the keys again for an unknown one, once a minute', async () => {
    const { idp } = fixture;
    const reads = () => idp.asked.filter((path) => path === '/jwks').length;
    await fixture.console.service.advance(61);
    await idp.rotateKey();
    const before = reads();
    expect((await signInAs('dora')).location).toBe('/console/');
    await idp.rotateKey();
    expect([(await signInAs('dora')).location, await lastReason()]).toEqual([FAILED, 'signature']);
    expect(reads() - before).toBe(1);
    await fixture.console.service.advance(61);
    expect((await signInAs('dora')).location).toBe('/console/');
  });

  it('SSO-05 reads keys over HTTPS alone', async () => {
    const { idp } = fixture;
    await fixture.console.service.advance(601);
    const plain = await httpSite((_request, response) => response.end(JSON.stringify({ keys: idp.keys })));
    const address = `http://127.0.0.1:${plain.port}/jwks`;
    idp.changeMetadata = (metadata) => ({ ...metadata, jwks_uri: address });
    const { location } = await signInAs('mona');
    expect([location, await lastReason()]).toEqual([
      '/console/sign-in?sso_error=sso_unavailable',
      'provider_unavailable',
    ]);
    await plain.close();
    idp.changeMetadata = (metadata) => ({ ...metadata, issuer: 'https://other.example' });
    await fixture.console.service.advance(601);
    expect([(await signInAs('mona')).location, await lastReason()]).toEqual([FAILED, 'issuer']);
    idp.changeMetadata = (metadata) => metadata;
  });

  it.each<[string, SignInOptions, string, string]>([
    ['another state', { back: (url) => withQuery(url, 'state', 'another') }, FAILED, 'state'],
    ['no state', { back: (url) => withQuery(url, 'state', undefined) }, FAILED, 'state'],
    ['another issuer', { back: (url) => withQuery(url, 'iss', 'https://other.example') }, FAILED, 'issuer'],
    ['another code', { back: (url) => withQuery(url, 'code', 'another') }, FAILED, 'provider_error'],
  ])('SSO-05 D-SSO-12 D-SSO-13 refuses an answer with %s', async (_name, options, location, reason) => {
    const reply = await signInAs('mona', {}, options);
    expect([reply.location, await lastReason(), await emailOf(reply.browser)]).toEqual([
      location,
      reason,
      undefined,
    ]);
  });

  it('SSO-05 binds the answer to the browser that began, and the code to its verifier', async () => {
    const other = fixture.newBrowser();
    const stolen = await signInAs('mona', {}, { other });
    expect([stolen.location, await lastReason()]).toEqual([
      '/console/sign-in?sso_error=sso_expired',
      'state',
    ]);
    // The other browser has begun a sign-in of its own: its verifier does not fit the code.
    const victim = fixture.newBrowser();
    await victim.get(`/sso/${id}/start`);
    const own = stateOf(victim);
    const injected = await signInAs(
      'mona',
      {},
      { other: victim, back: (url) => withQuery(url, 'state', own) },
    );
    expect([injected.location, await lastReason(), await emailOf(victim)]).toEqual([
      FAILED,
      'provider_error',
      undefined,
    ]);
  });

  it('D-SSO-12 tells of a person who took too long, and of a provider that says no or is away', async () => {
    const late = await signInAs(
      'mona',
      {},
      {
        back: async (url) => {
          await fixture.console.service.advance(601);
          return url;
        },
      },
    );
    expect(late.location).toBe('/console/sign-in?sso_error=sso_expired');
    fixture.idp.isRefusing = true;
    const refused = await signInAs('mona');
    expect([refused.location, await lastReason()]).toEqual([FAILED, 'provider_error']);
    const away = await fixture.connect({ oidc: { ...fixture.idp.client, issuer: 'https://localhost:9' } });
    const owner = await fixture.console.browserOf('owner');
    const reply = await owner.get(await fixture.testPath(away.id as string));
    expect(reply.headers.get('location')).toBe('/console/sign-in?sso_error=sso_unavailable');
    expect(await fixture.reasons(away.id as string)).toEqual(['provider_unavailable']);
    await fixture.admin('DELETE', `/sso_connections/${away.id}`);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/console/../sso',
    '/console//evil',
    '/other',
    '/console/\\evil',
  ])('D-SSO-11 goes back to no other place than the Console: %s', async (path) => {
    const { location } = await signInAs('dora', {}, { query: `?return_to=${encodeURIComponent(path)}` });
    expect(location).toMatch(/^\/console\/(?!\.\.)/);
  });

  it('D-SSO-12 the doors of unknown and disabled connections lead nowhere', async () => {
    const unknown = 'sso_01m8kvx84vnw2feyr3xesb4h8m';
    expect((await fixture.signIn(unknown)).location).toBe('/console/sign-in?sso_error=sso_disabled');
    const answer = await signInAs(
      'mona',
      {},
      {
        back: async (url) => {
          await set({ status: 'disabled' });
          return url;
        },
      },
    );
    expect(answer.location).toBe('/console/sign-in?sso_error=sso_disabled');
    expect((await fixture.signIn(id)).location).toBe('/console/sign-in?sso_error=sso_disabled');
    await set({ status: 'active' });
  });

  it('D-SSO-10 a test is for its owner, works once and for 10 minutes, and signs nobody in', async () => {
    const draft = await fixture.connect();
    const testUrl = () => fixture.testPath(draft.id as string);
    const at = async (browser: ApiBrowser, path: string) =>
      (await browser.get(path)).headers.get('location') ?? '';
    const owner = await fixture.console.browserOf('owner');
    expect(await at(fixture.newBrowser(), await testUrl())).toBe(FAILED);
    expect(await at(await fixture.console.browserOf('administrator'), await testUrl())).toBe(FAILED);
    const once = await testUrl();
    expect(await at(owner, once)).toContain(fixture.idp.issuer);
    expect(await at(owner, once)).toBe('/console/sign-in?sso_error=sso_expired');
    const late = await testUrl();
    await fixture.console.service.advance(601);
    expect(await at(owner, late)).toBe('/console/sign-in?sso_error=sso_expired');
    const before = owner.cookies.get('svc.session_token');
    expect(await fixture.passTest(draft.id as string)).toBe('/console/?sso_test=passed');
    expect(owner.cookies.get('svc.session_token')).toBe(before);
    const { body } = await fixture.admin('GET', `/audit_events?event=sso_connection.tested`);
    expect((body.data as Claims[])[0]).toMatchObject({ resource: { id: draft.id } });
    await fixture.admin('DELETE', `/sso_connections/${draft.id}`);
  });

  it('D-SSO-21 tries the secret before while the provider does not know the new one, for 7 days', async () => {
    await set({ oidc: { client_secret: 'not-at-the-provider-yet' } });
    expect((await signInAs('dora')).location).toBe('/console/');
    await fixture.console.service.advance(7 * 24 * HOUR_S + 1);
    expect([(await signInAs('dora')).location, await lastReason()]).toEqual([FAILED, 'provider_error']);
    await set({ oidc: { client_secret: fixture.idp.client.client_secret } });
    expect((await signInAs('dora')).location).toBe('/console/');
  });

  it('SSO-18 ends the session when the provider ends its own', async () => {
    const endS = Math.floor(fixture.console.service.nowMs() / 1000) + HOUR_S;
    fixture.idp.changeClaims = (claims) => ({ ...claims, session_expiry: endS });
    const { browser } = await signInAs('dora');
    await fixture.console.service.advance(HOUR_S - 10);
    expect(await emailOf(browser)).toBe(`dora@${DOMAIN}`);
    await fixture.console.service.advance(11);
    expect(await emailOf(browser)).toBeUndefined();
    expect([(await signInAs('mona')).location, await lastReason()], 'an end that is over').toEqual([
      FAILED,
      'expired',
    ]);
    fixture.idp.changeClaims = (claims) => ({ ...claims, session_expiry: 'tomorrow' });
    expect([(await signInAs('mona')).location, await lastReason()]).toEqual([FAILED, 'claims']);
  });

  it('writes down no more than 60 failures of a network in 15 minutes', async () => {
    await fixture.console.service.advance(HOUR_S);
    const before = (await fixture.reasons(id)).length;
    for (let times = 0; times < 70; times++) await fixture.newBrowser().get(`/sso/${id}/callback`);
    // A page of the log has 100 events.
    expect((await fixture.reasons(id)).length - before).toBe(Math.min(60, 100 - before));
  });
});

function without(claims: Claims, name: string): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
}

function withQuery(url: URL, name: string, value: string | undefined): URL {
  const changed = new URL(url);
  if (value === undefined) changed.searchParams.delete(name);
  else changed.searchParams.set(name, value);
  return changed;
}

/** The state that the browser keeps in its cookie. */
function stateOf(browser: ApiBrowser): string {
  const cookie = decodeURIComponent(browser.cookies.get('svc.single_sign_on') ?? '');
  const kept = JSON.parse(Buffer.from(cookie.split('.')[0]!, 'base64url').toString()) as { state: string };
  return kept.state;
}
