import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { chunk, rawReply, sse } from '../../deployments/upstream.ts';
import { chatBytes, openConnection } from './connection.ts';

check('ERR-15', 'CONNECT is refused (D-03)', async (deployment) => {
  for (const target of ['svc.test:443', '/v1/models']) {
    const response = await deployment.sendRaw(
      `CONNECT ${target} HTTP/1.1\r\nHost: svc.test\r\nConnection: close\r\n\r\n`,
    );
    assertError(response, { status: 405, code: 'method_not_allowed' });
    assert.notEqual(response.headers['allow'], undefined);
  }
});

check('ERR-15', 'TRACE is refused on every path, and echoes nothing (D-03)', async (deployment) => {
  for (const path of ['/v1/models', CHAT, '/v1/nothing', '/nothing', '/api/openapi']) {
    const response = await deployment.send(path, {
      method: 'TRACE',
      headers: { authorization: `Bearer ${deployment.credential('main')}`, 'x-marker': 'echo-me' },
    });
    assert.equal(response.status, 405, path);
    assert.ok(!response.text.includes('echo-me'));
  }
});

check('ERR-01 ERR-13', 'HTTP/1.1 without Host is refused with the error envelope', async (deployment) => {
  assertError(await deployment.sendRaw('GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n'), {
    status: 400,
    code: 'invalid_request',
  });
});

check('ERR-13', '100 header lines are accepted and 101 are refused (D-12)', async (deployment) => {
  const request = (lines: number): string => {
    const own = [
      'Host: svc.test',
      `Authorization: Bearer ${deployment.credential('main')}`,
      'Connection: close',
    ];
    const filling = Array.from({ length: lines - own.length }, (_, i) => `X-${i}: 1`);
    return `GET /v1/models HTTP/1.1\r\n${[...own, ...filling].join('\r\n')}\r\n\r\n`;
  };
  assert.equal((await deployment.sendRaw(request(100))).status, 200);
  assertError(await deployment.sendRaw(request(101)), { status: 400, code: 'invalid_request' });
  assertError(await deployment.sendRaw(request(1000)), { status: 400, code: 'invalid_request' });
});

check('CHAT-60', 'garbage sent during a stream does not get into the stream (D-12)', async (deployment) => {
  deployment.upstream.script(
    rawReply([
      sse(chunk({ content: 'a' })),
      { delayMs: 400 },
      sse(chunk({ content: 'b' }, 'stop')),
      sse('[DONE]'),
    ]),
  );
  const connection = await openConnection(deployment);
  connection.write(chatBytes(deployment, { stream: true }, ['connection: close']));
  await deployment.upstream.nextRequest();
  connection.write('\x00NONSENSE\r\n\r\n');
  const bytes = await connection.closed();
  assert.equal(bytes.split('HTTP/1.1 ').length, 2, `one answer, not a second inside the first:\n${bytes}`);
});

check(
  'ERR-13',
  'garbage after a response gets its own error response, and the connection is closed (D-12)',
  async (deployment) => {
    const connection = await openConnection(deployment);
    connection.write(chatBytes(deployment));
    assertReply(await connection.nextResponse());
    connection.write('NONSENSE\r\n\r\n');
    assertError(await connection.nextResponse(), { status: 400, code: 'invalid_request' });
    await connection.closed();
  },
);
