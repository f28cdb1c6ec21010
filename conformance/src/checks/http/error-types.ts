import assert from 'node:assert/strict';
import { assertError, assertErrorEnvelope, TYPE_OF_STATUS } from '../../http/assert-error.ts';
import { CHAT, chat, HELLO } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { errorReply } from '../../deployments/upstream.ts';

const BODY = { messages: HELLO, stream: false };

check('ERR-02 ERR-16', 'an unknown key gives an authentication_error', async (deployment) => {
  const headers = { authorization: `Bearer sk_live_${'0'.repeat(64)}`, 'content-type': 'application/json' };
  const response = await deployment.send(CHAT, { method: 'POST', headers, body: JSON.stringify(BODY) });
  assert.equal(assertError(response, { status: 401, code: 'invalid_api_key' }).type, 'authentication_error');
});

check('ERR-02 ERR-18', 'a public key gives a permission_error', async (deployment) => {
  const response = await chat(deployment, {}, { as: 'public' });
  assert.equal(assertError(response, { status: 403, code: 'public_key_rejected' }).type, 'permission_error');
});

check(
  'ERR-02 ERR-13 ERR-14',
  'whatever an engine answers, the caller gets a documented status and its type',
  async (deployment) => {
    for (let engine = 400; engine < 600; engine += 3) {
      deployment.upstream.script(errorReply(engine));
      const response = await chat(deployment);
      assert.ok(response.status in TYPE_OF_STATUS, `${engine} became ${response.status}`);
      assertErrorEnvelope(response);
    }
  },
);

check('ERR-05 ERR-01', 'error messages never repeat what was sent', async (deployment) => {
  const secret = 'dont-repeat-me';
  const bodies = [
    { messages: [{ role: secret, content: 'x' }] },
    { messages: HELLO, model: [secret] },
    { messages: HELLO, tool_choice: secret },
    `{"${secret}`,
  ];
  for (const body of bodies) assert.ok(!(await deployment.post(CHAT, body)).text.includes(secret));
});

check('ERR-09', 'every kind of error response forbids caching', async (deployment) => {
  const responses = [
    await deployment.send('/nothing'),
    await deployment.send('/v1/models'),
    await deployment.send(CHAT),
    await chat(deployment, { messages: [] }),
  ];
  for (const response of responses) assert.equal(response.headers['cache-control'], 'no-store');
});
