import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import {
  assertOAuthRefused,
  assertTokens,
  beginSignIn,
  decide,
  DEVICE_GRANT,
  poll,
  postForm,
  revoke,
  withProgram,
} from '../../people/device-sign-in.ts';
import { personOf, publicAddress } from '../../people/person.ts';

check('D-68', 'the metadata lists every endpoint under the public URL', async (deployment) => {
  const issuer = await publicAddress(deployment);
  const metadata = (await deployment.send('/.well-known/oauth-authorization-server')).json();
  const expected = {
    issuer,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: [DEVICE_GRANT, 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['inference'],
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, metadata[name]])), expected);
  assert.match(issuer, /^https?:\/\/[^/]+/);
});

check('D-68', 'a program gets a device code, and a user code for the person', async (deployment) => {
  const device = await beginSignIn(deployment);
  const console = `${await publicAddress(deployment)}/console/device`;
  assert.match(device.device_code, /^\S{40,}$/);
  assert.match(device.user_code, /^[A-Z]{4}-[A-Z]{4}$/);
  assert.deepEqual(
    { ...device, device_code: '', user_code: '' },
    {
      device_code: '',
      user_code: '',
      verification_uri: console,
      verification_uri_complete: `${console}?user_code=${device.user_code}`,
      expires_in: 900,
      interval: 5,
    },
  );
});

check(
  'D-68',
  'polling before a decision gets authorization_pending, and slow_down when too fast',
  async (deployment) => {
    const device = await beginSignIn(deployment);
    await assertOAuthRefused(poll(deployment, device), 'authorization_pending');
    await assertOAuthRefused(poll(deployment, device), 'slow_down');
  },
);

check('D-68', 'slow_down adds five seconds to the polling interval', async (deployment) => {
  deployment.requireClock();
  const device = await beginSignIn(deployment);
  await assertOAuthRefused(poll(deployment, device), 'authorization_pending');
  await assertOAuthRefused(poll(deployment, device), 'slow_down');
  await deployment.advanceClock(7);
  await assertOAuthRefused(poll(deployment, device), 'slow_down');
  await deployment.advanceClock(16);
  await assertOAuthRefused(poll(deployment, device), 'authorization_pending');
});

check(
  'D-68',
  'the person sees which program asks and from where, and the program gets tokens once',
  async (deployment) => {
    const [device, person] = [await beginSignIn(deployment), await personOf(deployment, 'developer')];
    const typed = device.user_code.toLowerCase().replace('-', '');
    const request = await person.get<Record<string, unknown>>(`/device_request?user_code=${typed}`);
    assert.deepEqual(
      [request['type'], request['client_name'], request['surface'], request['scope']],
      ['device_request', 'Svc Code', 'cli', 'inference'],
    );
    assert.match(String(request['ip_address']), /^[0-9a-f.:]+$/);
    await decide(deployment, device, 'approve');
    assertError(await person.ask('GET', `/device_request?user_code=${device.user_code}`), {
      status: 404,
      code: 'device_request_not_found',
    });
    await assertOAuthRefused(poll(deployment, device, { client: 'svc-code-desktop' }), 'invalid_grant');
    const { refresh_token: token } = assertTokens(await poll(deployment, device));
    await assertOAuthRefused(poll(deployment, device), 'invalid_grant');
    await revoke(deployment, token);
  },
);

check('D-68', 'concurrent polls with one approved code yield tokens once', async (deployment) => {
  const device = await beginSignIn(deployment);
  await decide(deployment, device, 'approve');
  const responses = await Promise.all([1, 2, 3, 4].map(() => poll(deployment, device)));
  const [given, ...others] = responses.toSorted((a, b) => a.status - b.status);
  const { refresh_token: token } = assertTokens(given!);
  for (const other of others) await assertOAuthRefused(Promise.resolve(other), 'invalid_grant');
  await revoke(deployment, token);
});

check('D-68', 'a program that the person denies gets access_denied', async (deployment) => {
  const device = await beginSignIn(deployment);
  await decide(deployment, device, 'deny');
  await assertOAuthRefused(poll(deployment, device), 'access_denied');
});

check('D-68', 'a code expires after 15 minutes', async (deployment) => {
  deployment.requireClock();
  const [device, person] = [await beginSignIn(deployment), await personOf(deployment, 'developer')];
  await deployment.advanceClock(901);
  await assertOAuthRefused(poll(deployment, device), 'expired_token');
  assertError(await person.ask('GET', `/device_request?user_code=${device.user_code}`), {
    status: 404,
    code: 'device_request_not_found',
  });
});

for (const [endpoint, form, error] of [
  ['device_authorization', 'client_id=nobody', 'invalid_client'],
  ['device_authorization', 'client_id=svc-code&client_id=svc-code', 'invalid_request'],
  ['device_authorization', 'client_id=svc-code&scope=inference%20admin', 'invalid_scope'],
  ['token', 'client_id=svc-code&grant_type=password', 'unsupported_grant_type'],
  ['token', 'client_id=svc-code', 'invalid_request'],
  [
    'token',
    `client_id=svc-code&device_code=unknown&grant_type=${encodeURIComponent(DEVICE_GRANT)}`,
    'invalid_grant',
  ],
  ['token', 'client_id=svc-code&grant_type=refresh_token&refresh_token=unknown', 'invalid_grant'],
  ['revoke', 'client_id=svc-code', 'invalid_request'],
] as const) {
  check('D-68', `${endpoint} refuses ${form} as ${error}`, (deployment) =>
    assertOAuthRefused(postForm(deployment, endpoint, form), error),
  );
}

check(
  'D-68 D-70',
  'revoking an unknown token is no error, and a token of another client is not revoked',
  async (deployment) => {
    assert.equal((await revoke(deployment, 'nothing')).status, 200);
    await withProgram(deployment, {}, async ({ refresh_token: token }) => {
      await assertOAuthRefused(revoke(deployment, token, { client: 'svc-code-terminal' }), 'invalid_grant');
    });
  },
);
