import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { assertMessage, assertMessageRefused, message } from '../../calls/message-call.ts';

check('VER-01 VER-02', 'svc-version must be a published date (D-92)', async (deployment) => {
  const response = await message(deployment, {}, { headers: { 'svc-version': '2026-11-01' } });
  assertMessage(response);
  assert.equal(response.headers['svc-version'], '2026-11-01');
  for (const version of ['1999-01-01', 'latest']) {
    const headers = { 'svc-version': version };
    assertError(await message(deployment, {}, { headers }), {
      status: 400,
      code: 'invalid_version',
      param: 'svc-version',
    });
  }
});

check('VER-05 VER-04', 'svc-beta is checked before svc-version (D-01)', async (deployment) => {
  const headers = { 'svc-beta': 'nope-2026-01-01', 'svc-version': 'latest' };
  await assertMessageRefused(
    deployment,
    {},
    { status: 400, code: 'unknown_beta', param: 'svc-beta' },
    { headers },
  );
  assertMessage(await message(deployment, {}, { headers: { 'svc-beta': 'webhooks-2026-11-01' } }));
});

check('MSG-66', 'credential errors have the shared error envelope', async (deployment) => {
  for (const [as, code] of [
    ['revoked', 'revoked_api_key'],
    ['inactive', 'inactive_api_key'],
    ['expired', 'expired_api_key'],
  ] as const)
    await assertMessageRefused(deployment, {}, { status: 401, code }, { as });
});
