import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { ask, askAs, PLACES, type Place } from './routes.ts';

const INVALID_CHALLENGE = 'Bearer realm="svc", error="invalid_token"';

async function assertKeyRefused(
  deployment: Deployment,
  name: string,
  code: (place: Place) => string,
): Promise<void> {
  for (const place of PLACES) {
    const response = await askAs(deployment, place, name);
    assertError(response, { status: 401, code: code(place) });
    assert.equal(response.headers['www-authenticate'], INVALID_CHALLENGE, `D-67 challenge on ${place}`);
  }
}

async function assertAccepted(deployment: Deployment, name: string): Promise<void> {
  assert.match(deployment.credential(name), /^sk_(live|svc)_[0-9a-f]{64}$/, 'form of the secret');
  assertReply(await askAs(deployment, 'chat', name));
  for (const place of ['models', 'model'] as const)
    assert.equal((await askAs(deployment, place, name)).status, 200, place);
}

async function callUntil(signal: AbortSignal, call: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await call();
}

check('AUTH-01', 'a private key is accepted everywhere', (deployment) => assertAccepted(deployment, 'main'));

check('AUTH-03', 'a code-client key is accepted everywhere', (deployment) =>
  assertAccepted(deployment, 'code_client'),
);

check('AUTH-02', 'a public key is refused, and an unknown one in the same way (D-65)', async (deployment) => {
  for (const secret of [
    deployment.credential('public'),
    `pk_live_${'0'.repeat(64)}`,
    'pk_live_',
    'pk_live_short',
  ]) {
    for (const place of PLACES) {
      assertError(await ask(deployment, place, { authorization: `Bearer ${secret}` }), {
        status: 403,
        code: 'public_key_rejected',
      });
    }
  }
});

check('AUTH-05 MODEL-26', 'an admin key may read models but not call them', async (deployment) => {
  assertError(await askAs(deployment, 'chat', 'admin'), { status: 403, code: 'inference_not_allowed' });
  for (const place of ['models', 'model'] as const)
    assert.equal((await askAs(deployment, place, 'admin')).status, 200, place);
});

check(
  'AUTH-05',
  'an admin key whose owner is not an administrator gets that error where admin keys are allowed (D-65)',
  async (deployment) => {
    assertError(await askAs(deployment, 'chat', 'admin_ineligible'), {
      status: 403,
      code: 'inference_not_allowed',
    });
    for (const place of ['models', 'model'] as const) {
      assertError(await askAs(deployment, place, 'admin_ineligible'), {
        status: 403,
        code: 'admin_key_owner_ineligible',
      });
    }
  },
);

check(
  'AUTH-10',
  'an inactive key is invalid_api_key on live chat and inactive_api_key elsewhere (D-66)',
  (deployment) =>
    assertKeyRefused(deployment, 'inactive', (place) =>
      place === 'chat' ? 'invalid_api_key' : 'inactive_api_key',
    ),
);

check('AUTH-11', 'a revoked key is revoked_api_key', (deployment) =>
  assertKeyRefused(deployment, 'revoked', () => 'revoked_api_key'),
);

check('AUTH-12', 'a key past its expiry is expired_api_key', (deployment) =>
  assertKeyRefused(deployment, 'expired', () => 'expired_api_key'),
);

check(
  'AUTH-11',
  'a key in use is refused from the first request after its revocation on',
  async (deployment) => {
    const secret = deployment.credential('to_revoke');
    await assertAccepted(deployment, 'to_revoke');
    const stop = new AbortController();
    // Without a pause, so that the key is surely known and in use when it is revoked.
    const calling = callUntil(stop.signal, async () => {
      assert.match(String((await askAs(deployment, 'models', 'to_revoke')).status), /^(200|401|429)$/);
    });
    const printed = await deployment.operate('keys', 'revoke', 'to revoke').finally(() => stop.abort());
    await assertKeyRefused(deployment, 'to_revoke', () => 'revoked_api_key');
    await calling;
    assert.ok(!printed.includes(secret), 'AUTH-40 the command does not print the secret');
    await assertAccepted(deployment, 'main');
  },
);
