import assert from 'node:assert/strict';
import { assertError, type ExpectedError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { chatBytes, head, openConnection } from './connection.ts';

check('ERR-01', 'the connection stays usable after an error that read no body', async (deployment) => {
  const body = 'x'.repeat(500_000);
  const bearer = (as: string): string => `authorization: Bearer ${deployment.credential(as)}`;
  const length = `content-length: ${body.length}`;
  const cases: readonly (readonly [string, ExpectedError])[] = [
    [head(`POST ${CHAT}`, [length]), { status: 401, code: 'unauthenticated' }],
    [head(`POST ${CHAT}`, [length, bearer('public')]), { status: 403, code: 'public_key_rejected' }],
    [
      head(`POST ${CHAT}`, [length, bearer('main'), 'content-type: text/plain']),
      { status: 400, code: 'invalid_request' },
    ],
    [
      head(`POST ${CHAT}`, [length, bearer('main'), 'content-type: application/json']),
      { status: 400, code: 'invalid_json' },
    ],
    [head('POST /v1/nothing', [length]), { status: 405, code: 'endpoint_not_supported' }],
    [head('PUT /v1/models', [length]), { status: 405, code: 'method_not_allowed' }],
    [head('GET /v1/models', [length]), { status: 401, code: 'unauthenticated' }],
  ];
  const connection = await openConnection(deployment);
  for (const [request, expected] of cases) {
    connection.write(request + body);
    const response = await connection.nextResponse();
    assertError(response, expected);
    assert.notEqual(response.headers.connection, 'close', `${expected.code} keeps the connection`);
  }
  connection.write(chatBytes(deployment));
  assertReply(await connection.nextResponse());
  connection.end();
});

check('MODEL-31', 'the connection stays usable after a HEAD response', async (deployment) => {
  const connection = await openConnection(deployment);
  const authorization = `authorization: Bearer ${deployment.credential('main')}`;
  for (const path of ['/v1/models', '/v1/models/Svc%20Nothing', CHAT, '/api/openapi']) {
    connection.write(head(`HEAD ${path}`, [authorization]));
    await connection.nextResponse({ toHead: true });
  }
  connection.write(chatBytes(deployment));
  assertReply(await connection.nextResponse());
  connection.end();
});

check('CHAT-41', 'pipelined requests are answered in order', async (deployment) => {
  const connection = await openConnection(deployment);
  connection.write(
    chatBytes(deployment) +
      chatBytes(deployment, { messages: [] }) +
      chatBytes(deployment, {}, [], 'revoked') +
      chatBytes(deployment),
  );
  const first = assertReply(await connection.nextResponse());
  assertError(await connection.nextResponse(), { status: 400, code: 'messages_required' });
  assertError(await connection.nextResponse(), { status: 401, code: 'revoked_api_key' });
  assert.notEqual(assertReply(await connection.nextResponse()).id, first.id);
  connection.end();
});

check(
  'LIMIT-17',
  'the connection is closed after a size error, so the rest of the body is not read as a request',
  async (deployment) => {
    const connection = await openConnection(deployment);
    connection.write(chatBytes(deployment, {}, []).replace(/content-length: \d+/, 'content-length: 2000001'));
    const response = await connection.nextResponse();
    assertError(response, { status: 413, code: 'payload_too_large', extra: { max_bytes: 2_000_000 } });
    assert.equal(response.headers.connection, 'close');
    connection.write(chatBytes(deployment));
    assert.equal(await connection.closed(), '', 'nothing is answered after it');
  },
);
