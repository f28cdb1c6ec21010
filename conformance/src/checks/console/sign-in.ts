import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { newBrowser, personOf, publicAddress, type Person } from '../../people/person.ts';

const SESSION_REQUIRED = { status: 401, code: 'session_required' };
const CSRF_REJECTED = { status: 403, code: 'csrf_rejected' };
/** Refused each time it is sent. */
const RENAME = ['PATCH', '/me', { name: 'Conformance' }] as const;

/** A browser without a session, of a person who has no special role. */
async function visitor(deployment: Deployment): Promise<Person> {
  return newBrowser(deployment, deployment.account('plain_member'));
}

check(
  'D-CONS-1',
  'a session is an HttpOnly, SameSite cookie, and its secret is in no body',
  async (deployment) => {
    const [browser, { email, password }] = [await visitor(deployment), deployment.account('plain_member')];
    const response = await browser.ask('POST', '/auth/sign_in', { email, password });
    assert.deepEqual([response.status, response.json()], [200, { type: 'sign_in', status: 'signed_in' }]);
    assert.equal(response.headers['cache-control'], 'no-store');
    const isSecure = (await publicAddress(deployment)).startsWith('https:');
    const cookies = response.headers['set-cookie'] ?? [];
    assert.notEqual(cookies.length, 0);
    for (const cookie of cookies) {
      const attributes = cookie.split('; ').slice(1);
      for (const wanted of ['HttpOnly', 'SameSite=Lax', 'Path=/'])
        assert.ok(attributes.includes(wanted), `${wanted} in ${attributes.join()}`);
      assert.deepEqual([attributes.includes('Secure'), cookie.startsWith('__Host-')], [isSecure, isSecure]);
    }
    await browser.learnToken();
    await browser.change('POST', '/auth/sign_out');
  },
);

check('D-CONS-1', 'signing out invalidates every copy of the cookie', async (deployment) => {
  const browser = await visitor(deployment);
  await browser.signIn(deployment.account('plain_member'));
  const stolen = browser.copy();
  assert.equal((await stolen.ask('GET', '/me')).status, 200);
  await browser.change('POST', '/auth/sign_out');
  for (const path of ['/me', '/auth/session', '/api_keys'])
    assertError(await stolen.ask('GET', path), SESSION_REQUIRED);
});

check('D-CONS-1', 'a wrong password and an unknown account get the same error', async (deployment) => {
  const { email } = deployment.account('plain_member');
  const signInError = async (one: string): Promise<unknown> => {
    const response = await (
      await visitor(deployment)
    ).ask('POST', '/auth/sign_in', { email: one, password: 'not the password' });
    const error = assertError(response, { status: 401, code: 'sign_in_rejected' });
    return { ...error, request_id: '', headers: Object.keys(response.headers) };
  };
  assert.deepEqual(await signInError(email), await signInError(`nobody-${crypto.randomUUID()}@example.test`));
});

check(
  'D-CONS-6',
  'a key does not work in the Console, and a session cookie does not work in the API',
  async (deployment) => {
    for (const name of ['main', 'admin'])
      assertError(await deployment.get('/console/api/me', { as: name }), SESSION_REQUIRED);
    const { email, password } = deployment.account('plain_member');
    const browser = await visitor(deployment);
    const { headers } = await browser.ask('POST', '/auth/sign_in', { email, password });
    const cookie = (headers['set-cookie'] ?? []).map((one) => one.split('; ')[0]).join('; ');
    assertError(await deployment.send('/v1/models', { headers: { cookie } }), {
      status: 401,
      code: 'unauthenticated',
    });
    await browser.learnToken();
    await browser.change('POST', '/auth/sign_out');
  },
);

check(
  'D-CONS-1',
  'a change needs the Console’s origin and the CSRF token of the session',
  async (deployment) => {
    const [person, other] = [await personOf(deployment, 'plain_member'), await visitor(deployment)];
    await other.signIn(deployment.account('plain_member'));
    const { csrf_token: external } = await other.get<{ csrf_token: string }>('/me');
    for (const headers of [
      { origin: 'https://elsewhere.test' },
      { origin: 'null' },
      { 'svc-csrf': '' },
      { 'svc-csrf': external },
    ])
      assertError(await person.ask(...RENAME, headers), CSRF_REJECTED);
    await other.change('POST', '/auth/sign_out');
    assert.equal(
      (await person.ask('GET', '/me', undefined, { origin: 'https://elsewhere.test' })).status,
      200,
      'reads change nothing',
    );
  },
);

check('D-CONS-1', 'a session ends after twelve hours without use', async (deployment) => {
  deployment.requireClock();
  const browser = await visitor(deployment);
  await browser.signIn(deployment.account('plain_member'));
  await deployment.advanceClock(11 * 3600);
  assert.equal((await browser.ask('GET', '/me')).status, 200);
  await deployment.advanceClock(12 * 3600 + 120);
  assertError(await browser.ask('GET', '/me'), SESSION_REQUIRED);
});
