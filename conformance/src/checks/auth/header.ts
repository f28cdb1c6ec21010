import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { ask, PLACES } from './routes.ts';

const CHALLENGE = 'Bearer realm="svc"';
const INVALID_CHALLENGE = 'Bearer realm="svc", error="invalid_token"';
const HEX = '0'.repeat(64);

type Headers = Readonly<Record<string, string | string[]>>;

async function assertUnauthenticated(deployment: Deployment, headers: Headers): Promise<void> {
  for (const place of PLACES) {
    const response = await ask(deployment, place, headers);
    assertError(response, { status: 401, code: 'unauthenticated' });
    assert.equal(response.headers['www-authenticate'], CHALLENGE, `D-67 challenge on ${place}`);
  }
}

check('AUTH-08', 'no Authorization header, or an empty one, is unauthenticated', async (deployment) => {
  await assertUnauthenticated(deployment, {});
  await assertUnauthenticated(deployment, { authorization: '' });
});

check('AUTH-08', 'any scheme but Bearer is unauthenticated', async (deployment) => {
  const secret = deployment.credential('main');
  const basic = Buffer.from(`user:${secret}`).toString('base64');
  for (const authorization of [
    `Basic ${basic}`,
    `Token ${secret}`,
    `Digest ${secret}`,
    secret,
    `Bearer${secret}`,
    `Bearer:${secret}`,
    `Bearers ${secret}`,
  ]) {
    await assertUnauthenticated(deployment, { authorization });
  }
});

check('AUTH-08', 'only Bearer, one space and one value are accepted (D-67)', async (deployment) => {
  const secret = deployment.credential('main');
  for (const authorization of [
    'Bearer',
    `Bearer\t${secret}`,
    `Bearer  ${secret}`,
    `Bearer ${secret} more`,
    `Bearer ${secret}\tmore`,
    `Bearer ${secret}, Bearer ${secret}`,
  ]) {
    await assertUnauthenticated(deployment, { authorization });
  }
});

check(
  'AUTH-08',
  'two Authorization headers are treated as none, even when equal (D-67)',
  async (deployment) => {
    const good = `Bearer ${deployment.credential('main')}`;
    await assertUnauthenticated(deployment, { authorization: [good, good] });
    await assertUnauthenticated(deployment, { authorization: [good, 'Basic eDp5'] });
    await assertUnauthenticated(deployment, { authorization: ['', good] });
  },
);

check('AUTH-07', 'a key in any other place is not accepted as a credential', async (deployment) => {
  const secret = deployment.credential('main');
  for (const name of ['x-api-key', 'api-key', 'proxy-authorization', 'x-authorization']) {
    await assertUnauthenticated(deployment, {
      [name]: name.endsWith('authorization') ? `Bearer ${secret}` : secret,
    });
  }
  await assertUnauthenticated(deployment, { cookie: `authorization=${secret}` });
  const query = await deployment.send(`/v1/models?access_token=${secret}&key=${secret}`);
  assertError(query, { status: 401, code: 'unauthenticated' });
});

check(
  'AUTH-07',
  'a key in another place is ignored beside a valid Authorization header',
  async (deployment) => {
    const authorization = `Bearer ${deployment.credential('main')}`;
    assertReply(
      await ask(deployment, 'chat', { authorization, 'x-api-key': deployment.credential('revoked') }),
    );
  },
);

check('AUTH-01', 'the scheme is case-insensitive (D-67)', async (deployment) => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    assertReply(
      await ask(deployment, 'chat', { authorization: `${scheme} ${deployment.credential('main')}` }),
    );
  }
});

check('AUTH-09 MODEL-34', 'a value that matches no key is invalid_api_key', async (deployment) => {
  const main = deployment.credential('main');
  const flipped = `${main.slice(0, -1)}${main.endsWith('0') ? '1' : '0'}`;
  const unknown = [
    `sk_live_${HEX}`,
    `sk_svc_${HEX}`,
    `sk_admin_${HEX}`,
    'sk_live_',
    `sk_live_${'0'.repeat(63)}`,
    `sk_live_${'g'.repeat(64)}`,
    `sk_test_${HEX}`,
    flipped,
  ];
  for (const value of [
    ...unknown,
    `${main}0`,
    main.slice(0, -1),
    main.slice(8),
    main.replace('sk_live_', 'sk_svc_'),
    main.toUpperCase(),
    'x',
    'a.b',
    'a.b.c.d',
    '..',
    'null',
  ]) {
    for (const place of PLACES) {
      const response = await ask(deployment, place, { authorization: `Bearer ${value}` });
      assertError(response, { status: 401, code: 'invalid_api_key' });
      assert.equal(response.headers['www-authenticate'], INVALID_CHALLENGE, `D-67 challenge on ${place}`);
    }
  }
});

check('AUTH-09', 'a value with non-ASCII bytes is refused without an internal error', async (deployment) => {
  for (const value of ['sk_live_\u00e9\u00e9', '\u00ff'.repeat(64)]) {
    assertError(await ask(deployment, 'chat', { authorization: `Bearer ${value}` }), {
      status: 401,
      code: 'invalid_api_key',
    });
  }
});

check(
  'AUTH-13',
  'three dot-separated parts that are not a valid token are invalid_token (D-67)',
  async (deployment) => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ sub: 'user_1', exp: 4_102_444_800 })}.x`;
    for (const value of [
      'a.b.c',
      unsigned,
      `${part({ alg: 'RS256', kid: '1' })}.${part({})}.${'A'.repeat(342)}`,
    ]) {
      for (const place of PLACES) {
        const response = await ask(deployment, place, { authorization: `Bearer ${value}` });
        assertError(response, { status: 401, code: 'invalid_token' });
        assert.equal(response.headers['www-authenticate'], INVALID_CHALLENGE);
      }
    }
  },
);
