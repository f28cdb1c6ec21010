import assert from 'node:assert/strict';
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import {
  assertOAuthRefused,
  refresh,
  revoke,
  withProgram,
  type Tokens,
} from '../../people/device-sign-in.ts';
import { personOf, publicAddress } from '../../people/person.ts';
import { ask, askAs, PLACES } from './routes.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Session ids end in the refresh token's; what the Console lists has no token in it. */
interface CodeSession {
  readonly id: string;
  readonly client_name: string;
  readonly surface: string;
}

const authorization = (token: string) => ({ authorization: `Bearer ${token}` });
const decoded = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
const claimsOf = (token: string): Claims => decoded(token.split('.')[1]!);

async function assertWorks(deployment: Deployment, token: string): Promise<void> {
  for (const place of PLACES)
    assert.equal((await ask(deployment, place, authorization(token))).status, 200, place);
}

async function assertTokenRefused(deployment: Deployment, token: string, code: string): Promise<void> {
  for (const place of PLACES) {
    const response = await ask(deployment, place, authorization(token));
    assertError(response, { status: 401, code });
    assert.equal(
      response.headers['www-authenticate'],
      'Bearer realm="svc", error="invalid_token"',
      `D-67 challenge on ${place}`,
    );
  }
}

async function assertEnded(
  deployment: Deployment,
  { access_token: access, refresh_token: refreshToken }: Tokens,
): Promise<void> {
  await assertTokenRefused(deployment, access, 'token_revoked');
  await assertOAuthRefused(refresh(deployment, refreshToken), 'invalid_grant');
}

check('AUTH-04', 'a sign-in token is accepted wherever a private key is accepted', (deployment) =>
  withProgram(deployment, {}, ({ access_token: token }) => assertWorks(deployment, token)),
);

check('D-69', 'the token contains the documented claims and no others', (deployment) =>
  withProgram(deployment, { client: 'svc-code-terminal' }, async ({ access_token: token }) => {
    const [header, payload] = token.split('.').map((part, i) => (i < 2 ? decoded(part) : {})) as [
      Claims,
      Claims,
    ];
    assert.deepEqual({ ...header, kid: '' }, { alg: 'RS256', typ: 'at+jwt', kid: '' });
    const { iss, aud, sub, org_id, sid, iat, exp, jti, ...rest } = payload;
    const issuer = await publicAddress(deployment);
    assert.deepEqual([iss, aud], [issuer, issuer]);
    assert.deepEqual(rest, {
      workspace_id: null,
      client_id: 'svc-code-terminal',
      surface: 'terminal',
      scope: 'inference',
    });
    assert.match(`${String(sub)} ${String(org_id)} ${String(sid)}`, /^user_\w+ org_\w+ sess_\w+$/);
    assert.ok(String(jti).length >= 16, 'jti');
    assert.equal(Number(exp) - Number(iat), 3600);
    assert.ok(Math.abs(Number(iat) * 1000 - deployment.nowMs()) < 60_000, 'iat is now');
    const { user } = await (await personOf(deployment, 'developer')).get<{ user: { id: string } }>('/me');
    assert.equal(sub, user.id);
  }),
);

check('D-69', 'the token verifies with the published keys, which contain no private parts', (deployment) =>
  withProgram(deployment, {}, async ({ access_token: token }) => {
    const { keys } = (await deployment.send('/.well-known/jwks.json')).json<{
      keys: (JsonWebKey & { kid: string })[];
    }>();
    for (const key of keys)
      assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const key = keys.find(({ kid }) => kid === decoded(header)['kid']);
    assert.ok(key, 'the key of the token is published');
    assert.deepEqual([key['kty'], key['alg'], key['use']], ['RSA', 'RS256', 'sig']);
    assert.ok(Buffer.from(key.n ?? '', 'base64url').length >= 256, 'at least 2048 bits');
    const publicKey = createPublicKey({ key, format: 'jwk' });
    assert.ok(
      verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url')),
      'the signature',
    );
  }),
);

check('AUTH-13', 'a modified or unsigned token is refused', (deployment) =>
  withProgram(deployment, {}, async ({ access_token: token }) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const turned = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const bad of [
      `${header}.${encoded({ ...claimsOf(token), sub: 'user_00000000000000000000000000' })}.${signature}`,
      `${header}.${payload}.${turned}`,
      `${encoded({ ...decoded(header), alg: 'none' })}.${payload}.${signature}`,
      `${encoded({ ...decoded(header), alg: 'HS256' })}.${payload}.${signature}`,
      'aaaa.bbbb.cccc',
    ])
      await assertTokenRefused(deployment, bad, 'invalid_token');
    await assertWorks(deployment, token);
  }),
);

check('AUTH-13', 'a token expires after an hour', async (deployment) => {
  deployment.requireClock();
  await withProgram(deployment, {}, async ({ access_token: token }) => {
    await deployment.advanceClock(3590);
    await assertWorks(deployment, token);
    await deployment.advanceClock(45);
    await assertTokenRefused(deployment, token, 'invalid_token');
  });
});

for (const kind of ['refresh_token', 'access_token'] as const) {
  check(
    'AUTH-14 D-70',
    `a session that its program revoked with the ${kind} is refused from the next request on`,
    (deployment) =>
      withProgram(deployment, {}, async (tokens) => {
        await assertWorks(deployment, tokens.access_token);
        assert.equal((await revoke(deployment, tokens[kind])).status, 200);
        await assertEnded(deployment, tokens);
      }),
  );
}

check(
  'AUTH-14 CONS-15 KEY-49',
  'a session that its user ended is refused at once; keys and other sessions keep working',
  (deployment) =>
    withProgram(deployment, { client: 'svc-code-desktop', inWorkspace: true }, (other) =>
      withProgram(deployment, {}, async (tokens) => {
        const [person, stranger] = [
          await personOf(deployment, 'developer'),
          await personOf(deployment, 'owner'),
        ];
        const path = `/code_sessions/${String(claimsOf(tokens.access_token)['sid'])}`;
        const { data } = await person.get<{ data: CodeSession[] }>('/code_sessions?limit=100');
        const listed = data.find(({ id }) => path.endsWith(id));
        assert.deepEqual([listed?.client_name, listed?.surface], ['Svc Code', 'cli']);
        assertError(await stranger.ask('DELETE', path), { status: 404, code: 'session_not_found' });
        await assertWorks(deployment, tokens.access_token);
        await person.change('DELETE', path);
        await assertEnded(deployment, tokens);
        assertError(await person.ask('DELETE', path), { status: 404, code: 'session_not_found' });
        await assertWorks(deployment, other.access_token);
        assert.equal((await askAs(deployment, 'models', 'main')).status, 200);
      }),
    ),
);

check('AUTH-14 D-70', 'signing out everywhere else ends the sessions of programs too', (deployment) =>
  withProgram(deployment, {}, async (tokens) => {
    await (await personOf(deployment, 'developer')).change('POST', '/sessions/revoke_others');
    await assertEnded(deployment, tokens);
  }),
);

check('AUTH-06 ADMIN-14', 'a sign-in token is not accepted as an admin key', (deployment) =>
  withProgram(deployment, { as: 'owner' }, async ({ access_token: token }) => {
    const headers = { ...authorization(token), 'svc-beta': 'admin-2026-11-01' };
    assertError(await deployment.send('/v1/organizations/me', { headers }), {
      status: 403,
      code: 'admin_key_required',
    });
  }),
);
