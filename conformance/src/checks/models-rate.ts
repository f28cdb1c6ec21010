import assert from 'node:assert/strict';
import { assertError } from '../assert-error.ts';
import { wholeReply } from '../chat-call.ts';
import { check } from '../check.ts';
import { askAs } from './auth-routes.ts';

const LIMIT = 60;
const CALLS = ['/v1/models', '/v1/models/Svc%20Standard', '/v1/models/Svc%20Nothing', '/v1/models?surface=web'];

check('MODEL-32', '60 requests a minute, reads, HEAD and failures included, counted apart from chat', async (deployment) => {
  const headers = { authorization: `Bearer ${deployment.credential('rate')}` };
  for (let i = 0; i < LIMIT; i++) {
    const answer = await deployment.send(CALLS[i % CALLS.length] as string, { headers, method: i % 5 === 0 ? 'HEAD' : 'GET' });
    assert.notEqual(answer.status, 429, `request ${i + 1}`);
  }
  const refused = await askAs(deployment, 'models', 'rate');
  const seconds = Number(refused.headers['retry-after']);
  assertError(refused, { status: 429, code: 'rate_limited', extra: { scope: 'api_key' } });
  assert.ok(seconds >= 50 && seconds <= 60, `Retry-After ${seconds}`);
  assert.equal(refused.headers['x-ratelimit-limit'], String(LIMIT), 'D-60');
  assert.equal(refused.headers['x-ratelimit-remaining'], '0');
  assert.equal(refused.headers['x-ratelimit-reset-seconds'], String(seconds));
  assertError(await askAs(deployment, 'model', 'rate'), { status: 429, code: 'rate_limited', extra: { scope: 'api_key' } });
  await wholeReply(deployment, {}, { as: 'rate' });
  assert.equal((await askAs(deployment, 'models', 'rate_two')).status, 200, 'another key of the same workspace');
  await deployment.advanceClock(61);
  assert.equal((await askAs(deployment, 'models', 'rate')).status, 200);
});

check('MODEL-32', 'an admin key has a count of its own', async (deployment) => {
  for (let i = 0; i < LIMIT; i++) assert.equal((await askAs(deployment, 'models', 'admin')).status, 200, `request ${i + 1}`);
  assertError(await askAs(deployment, 'models', 'admin'), { status: 429, code: 'rate_limited', extra: { scope: 'api_key' } });
});
