import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { INVALID_REQUEST } from '../../calls/assert-refused.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT, chat, HELLO, streamedReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';

const BODY = JSON.stringify({ messages: HELLO, stream: false });

check('CHAT-21', 'a call without Authorization is refused', async (deployment) => {
  const response = await deployment.send(CHAT, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: BODY,
  });
  assertError(response, { status: 401, code: 'unauthenticated' });
});

for (const type of [
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/problem+json',
  'application/json; charset=iso-8859-1',
  'application/jsonx',
]) {
  check('CHAT-22', `Content-Type ${type ?? 'omitted'} is refused (D-05)`, async (deployment) => {
    const authorization = `Bearer ${deployment.credential('main')}`;
    const headers = type === undefined ? { authorization } : { authorization, 'content-type': type };
    assertError(await deployment.send(CHAT, { method: 'POST', headers, body: BODY }), INVALID_REQUEST);
  });
}

check('CHAT-22', 'Content-Type is case-insensitive and may have parameters (D-05)', async (deployment) => {
  for (const type of [
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; version=1',
  ]) {
    assertReply(await chat(deployment, {}, { headers: { 'content-type': type } }));
  }
});

check(
  'CHAT-22',
  'a compressed body is refused, and the response names the accepted encodings (D-06)',
  async (deployment) => {
    for (const coding of ['gzip', 'br', 'zstd', 'gzip, identity']) {
      const response = await chat(deployment, {}, { headers: { 'content-encoding': coding } });
      assertError(response, INVALID_REQUEST);
      assert.equal(response.headers['accept-encoding'], 'identity');
    }
    assertReply(await chat(deployment, {}, { headers: { 'content-encoding': 'identity' } }));
  },
);

check('CHAT-23', 'a key without an origin list works with any Origin and without one', async (deployment) => {
  for (const headers of [{}, { origin: 'https://elsewhere.test' }, { origin: 'null' }])
    assertReply(await chat(deployment, {}, { headers }));
});

check(
  'CHAT-56',
  'both request ids are on complete, streamed and error responses, and differ per request',
  async (deployment) => {
    const responses = [
      await chat(deployment),
      await chat(deployment, { stream: true }),
      await chat(deployment, { messages: [] }),
      await deployment.get('/v1/models'),
    ];
    const ids = responses.map(({ headers }) => String(headers['x-svc-request-id']));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^req_[0-9a-z]{26}$/, 'D-10');
  },
);

check('CHAT-56', 'request ids sent by the client are ignored and never echoed (D-11)', async (deployment) => {
  const sent = 'req_00000000000000000000000000';
  const headers = { 'x-request-id': sent, 'x-svc-request-id': sent, 'x-client-request-id': 'client-1' };
  const response = await chat(deployment, {}, { headers });
  assertReply(response);
  assert.ok(!`${response.rawHeaders.join()}${response.text}`.includes(sent));
  assertReply(await chat(deployment, {}, { headers: { 'x-client-request-id': 'x'.repeat(600) } }));
});

check(
  'CHAT-57',
  'the billing source is subscription while the allowance lasts, streamed or not',
  async (deployment) => {
    const responses = [await chat(deployment), await chat(deployment, { stream: true })];
    for (const { headers } of responses) assert.equal(headers['x-svc-billing-source'], 'subscription');
  },
);

check('CHAT-59', 'a stream is never compressed (D-06)', async (deployment) => {
  await streamedReply(deployment, {}, { headers: { 'accept-encoding': 'gzip, br' } });
});

check(
  'CHAT-82',
  'Idempotency-Key, svc-version and Accept have no effect (D-21, D-92)',
  async (deployment) => {
    const headers = { 'idempotency-key': 'k1', 'svc-version': 'latest', accept: 'text/html' };
    const first = assertReply(await chat(deployment, {}, { headers }));
    const second = assertReply(await chat(deployment, {}, { headers }));
    assert.notEqual(first.id, second.id);
  },
);

check(
  'CHAT-56',
  'pages of any origin may read responses, including their request ids (D-04)',
  async (deployment) => {
    for (const response of [
      await chat(deployment),
      await chat(deployment, { stream: true }),
      await chat(deployment, { messages: [] }),
    ]) {
      assert.equal(response.headers['access-control-allow-origin'], '*');
      assert.equal(response.headers['access-control-allow-credentials'], undefined);
      const exposed = String(response.headers['access-control-expose-headers']);
      for (const name of [
        'x-request-id',
        'x-svc-request-id',
        'x-svc-billing-source',
        'x-svc-model-downgraded',
        'retry-after',
        'x-ratelimit-limit',
        'x-capacity-busy',
      ]) {
        assert.ok(exposed.includes(name), name);
      }
    }
  },
);
