import assert from 'node:assert/strict';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';

const EXPOSED =
  'retry-after svc-version x-capacity-busy x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset-seconds x-request-id x-svc-billing-source ' +
  'x-svc-model-downgraded x-svc-request-id';

function assertReadable({ status, headers }: HttpResponse): void {
  assert.equal(headers['access-control-allow-origin'], '*', `Access-Control-Allow-Origin of a ${status}`);
  const exposed = String(headers['access-control-expose-headers'])
    .split(',')
    .map((name) => name.trim().toLowerCase());
  assert.equal(exposed.toSorted().join(' '), EXPOSED, `Access-Control-Expose-Headers of a ${status}`);
  assert.equal(headers['access-control-allow-credentials'], undefined, 'no Access-Control-Allow-Credentials');
}

check('D-04', 'a browser may read every response under /v1, errors too', async (deployment) => {
  const responses = [
    await chat(deployment),
    await chat(deployment, { stream: true }),
    await chat(deployment, { messages: [] }),
    await chat(deployment, {}, { as: 'revoked' }),
    await chat(deployment, {}, { as: 'origins', headers: { origin: 'https://elsewhere.test' } }),
    await deployment.get('/v1/models'),
    await deployment.get('/v1/models/Svc%20Nothing'),
    await deployment.send('/v1/models', { method: 'DELETE' }),
    await deployment.send('/v1/nothing'),
    await deployment.send('/v1/nothing', { method: 'POST' }),
    await deployment.sendRaw(
      `GET /v1/models HTTP/1.1\r\nHost: svc.test\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    ),
  ];
  for (const response of responses) assertReadable(response);
});

check('D-04', 'a browser may read rate_limited and its extra headers', async (deployment) => {
  for (let i = 0; i < 60; i++) assert.equal((await deployment.get('/v1/models', { as: 'rate' })).status, 200);
  const refused = await deployment.get('/v1/models', { as: 'rate' });
  assert.equal(refused.status, 429);
  assertReadable(refused);
});

check(
  'D-04',
  'the origin list applies to the call itself; a preflight from any origin succeeds and reveals nothing about keys',
  async (deployment) => {
    const headers = {
      origin: 'https://elsewhere.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const response = await deployment.send('/v1/chat/completions', {
      method: 'OPTIONS',
      headers: { ...headers, authorization: `Bearer ${deployment.credential('origins')}` },
    });
    assert.deepEqual([response.status, response.text], [204, '']);
  },
);

check('MODEL-30', 'OPTIONS is a preflight only with both preflight headers (D-03)', async (deployment) => {
  for (const headers of [{ origin: 'https://app.test' }, { 'access-control-request-method': 'GET' }]) {
    const response = await deployment.send('/v1/models', { method: 'OPTIONS', headers });
    assert.deepEqual([response.status, response.headers.allow], [405, 'GET, HEAD']);
  }
});
