import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { chatBytes, head, openConnection } from './connection.ts';

check(
  'AUTH-11',
  'a client that waits for 100 Continue gets 401 and 403 instead (D-13)',
  async (deployment) => {
    for (const [as, status, code] of [
      ['revoked', 401, 'revoked_api_key'],
      ['admin', 403, 'inference_not_allowed'],
    ] as const) {
      const connection = await openConnection(deployment);
      const authorization = `authorization: Bearer ${deployment.credential(as)}`;
      connection.write(
        head(`POST ${CHAT}`, [
          authorization,
          'content-type: application/json',
          'content-length: 50',
          'expect: 100-continue',
        ]),
      );
      assertError(await connection.nextResponse(), { status, code });
      connection.end();
    }
  },
);

check('LIMIT-02', 'a client that waits for 100 Continue gets 429 instead (D-13)', async (deployment) => {
  for (let i = 0; i < 600; i += 20) {
    await Promise.all(Array.from({ length: 20 }, () => deployment.post(CHAT, '{', { as: 'rate' })));
  }
  const connection = await openConnection(deployment);
  const request = chatBytes(deployment, {}, ['expect: 100-continue'], 'rate');
  connection.write(request.slice(0, request.indexOf('\r\n\r\n') + 4));
  assertError(await connection.nextResponse(), {
    status: 429,
    code: 'rate_limited',
    extra: { scope: 'api_key' },
  });
  connection.end();
});

check(
  'D-13',
  'a client that waits for 100 Continue gets it if the call is accepted so far (D-13)',
  async (deployment) => {
    const connection = await openConnection(deployment);
    const request = chatBytes(deployment, {}, ['expect: 100-continue']);
    const split = request.indexOf('\r\n\r\n') + 4;
    connection.write(request.slice(0, split));
    assert.equal((await connection.nextResponse()).status, 100);
    connection.write(request.slice(split));
    assertReply(await connection.nextResponse());
    connection.end();
  },
);

check(
  'ERR-13 ERR-01',
  'any other Expect value is refused with the error envelope and 400, as 417 is not a documented status',
  async (deployment) => {
    const { headers } = deployment.jsonCall('');
    const response = await deployment.send(CHAT, {
      method: 'POST',
      headers: { ...headers, expect: 'miracles' },
      body: '{}',
    });
    assertError(response, { status: 400, code: 'invalid_request' });
  },
);
