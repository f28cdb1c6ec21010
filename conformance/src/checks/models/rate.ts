import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { askAs } from '../auth/routes.ts';
import { defaultModelPath } from './offered.ts';

const LIMIT = 60;

check(
  'MODEL-32',
  '60 requests a minute are allowed, counting reads, HEAD and failures, separately from chat',
  async (deployment) => {
    const headers = { authorization: `Bearer ${deployment.credential('rate')}` };
    const calls = [
      '/v1/models',
      await defaultModelPath(deployment),
      '/v1/models/Svc%20Nothing',
      '/v1/models?surface=web',
    ];
    const startedAt = performance.now();
    for (let i = 0; i < LIMIT; i++) {
      const response = await deployment.send(calls[i % calls.length] as string, {
        headers,
        method: i % 5 === 0 ? 'HEAD' : 'GET',
      });
      assert.notEqual(response.status, 429, `request ${i + 1}`);
    }
    const refused = await askAs(deployment, 'models', 'rate');
    const seconds = Number(refused.headers['retry-after']);
    assertError(refused, { status: 429, code: 'rate_limited', extra: { scope: 'api_key' } });
    const elapsedS = (performance.now() - startedAt) / 1000;
    assert.ok(seconds >= 59 - elapsedS && seconds <= 60, `Retry-After ${seconds} after ${elapsedS} s`);
    assert.equal(refused.headers['x-ratelimit-limit'], String(LIMIT), 'D-60');
    assert.equal(refused.headers['x-ratelimit-remaining'], '0');
    assert.equal(refused.headers['x-ratelimit-reset-seconds'], String(seconds));
    assertError(await askAs(deployment, 'model', 'rate'), {
      status: 429,
      code: 'rate_limited',
      extra: { scope: 'api_key' },
    });
    await wholeReply(deployment, {}, { as: 'rate' });
    assert.equal(
      (await askAs(deployment, 'models', 'rate_two')).status,
      200,
      'another key of the same workspace',
    );
    // Where time cannot be moved the rest is known all the same.
    if (!deployment.hasClock) return;
    await deployment.advanceClock(61);
    assert.equal((await askAs(deployment, 'models', 'rate')).status, 200);
  },
);

check('MODEL-32', 'an admin key has its own count', async (deployment) => {
  for (let i = 0; i < LIMIT; i++)
    assert.equal((await askAs(deployment, 'models', 'admin')).status, 200, `request ${i + 1}`);
  assertError(await askAs(deployment, 'models', 'admin'), {
    status: 429,
    code: 'rate_limited',
    extra: { scope: 'api_key' },
  });
});
