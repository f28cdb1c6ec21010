import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { CHAT, chat, HELLO } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { textReply } from '../../deployments/upstream.ts';

const BODY = { messages: HELLO, stream: false };

for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
  check(
    'CHAT-81 ERR-15',
    `${method} on chat completions gives 405, also without a credential`,
    async (deployment) => {
      const response = await deployment.send(CHAT, { method });
      assert.equal(response.status, 405);
      assert.equal(response.headers.allow, 'POST');
      if (method === 'HEAD') assert.equal(response.text, '');
      else assertError(response, { status: 405, code: 'method_not_allowed' });
    },
  );
}

for (const path of [
  '/v1/responses',
  '/v1/chat',
  '/v1/chat/completions/',
  '/v1//chat/completions',
  '/v1/Chat/completions',
  '/v1/chat/completions/x',
  '/v1/completions',
  '/v1/chat%2Fcompletions',
]) {
  check(
    'ERR-35 BILL-12',
    `POST ${path} is not an endpoint, and no engine is called (D-02, D-07)`,
    async (deployment) => {
      const response = await deployment.post(path, BODY);
      assertError(response, { status: 405, code: 'endpoint_not_supported' });
      assert.equal(response.headers.allow, '', 'D-02 Allow is there and empty');
      if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0);
      assertError(await deployment.send(path, { method: 'POST' }), {
        status: 405,
        code: 'endpoint_not_supported',
      });
    },
  );
}

for (const [method, path] of [
  ['GET', '/v1/responses'],
  ['DELETE', '/v1/nothing'],
  ['GET', '/v1/'],
  ['GET', '/nothing'],
  ['POST', '/chat/completions'],
  ['GET', '/v2/models'],
  ['GET', '/'],
] as const) {
  check('ERR-19 ERR-35', `${method} ${path} is not found (D-02)`, async (deployment) => {
    assertError(await deployment.send(path, { method }), { status: 404, code: 'not_found' });
  });
}

check('CHAT-81', 'POST on the models list gives 405 (D-02)', async (deployment) => {
  const response = await deployment.post('/v1/models', {});
  assertError(response, { status: 405, code: 'method_not_allowed' });
  assert.equal(response.headers.allow, 'GET, HEAD');
});

check('CHAT-01', 'query parameters are ignored (D-07)', async (deployment) => {
  assert.equal((await deployment.post(`${CHAT}?stream=true&x=1&x=2`, BODY)).status, 200);
});

check('CHAT-81', 'a preflight on any known path needs no credential (D-03, D-04)', async (deployment) => {
  for (const path of [CHAT, '/v1/models', '/v1/models/Svc%20Standard']) {
    const response = await deployment.send(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.test', 'access-control-request-method': 'POST' },
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers['access-control-allow-origin'], '*');
    assert.equal(response.headers['access-control-allow-methods'], 'GET, HEAD, POST, PUT, PATCH, DELETE');
    assert.equal(
      response.headers['access-control-allow-headers'],
      'authorization, content-type, idempotency-key, svc-version, svc-beta, x-client-request-id',
    );
    assert.equal(response.headers['access-control-max-age'], '600');
    assert.equal(response.headers['access-control-allow-credentials'], undefined);
    assert.equal(response.headers['cache-control'], 'no-store', 'D-15');
  }
});

check('ERR-35', 'a preflight on an unknown path is refused', async (deployment) => {
  const response = await deployment.send('/v1/nothing', {
    method: 'OPTIONS',
    headers: { origin: 'https://app.test', 'access-control-request-method': 'POST' },
  });
  assertError(response, { status: 404, code: 'not_found' });
});

check('CHAT-82', 'the same call twice gives the same response except for its ids', async (deployment) => {
  deployment.upstream.script(textReply('The same.'));
  const [one, two] = [await chat(deployment), await chat(deployment)].map(
    (response) => response.json<{ choices: unknown }>().choices,
  );
  assert.deepEqual(one, two);
});
