import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { INVALID_REQUEST } from '../../calls/assert-refused.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT, chat } from '../../calls/chat-call.ts';
import { assertCompletedStream } from '../../calls/chat-stream.ts';
import { check } from '../../runner/check.ts';
import { chunk, rawReply, sse } from '../../deployments/upstream.ts';

check(
  'ERR-13 ERR-01',
  'headers beyond 16 KiB are refused with the error envelope, and the connection closes (D-12)',
  async (deployment) => {
    const response = await deployment.sendRaw(
      `GET /v1/models HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    );
    assertError(response, INVALID_REQUEST);
    assert.equal(response.headers['connection'], 'close');
  },
);

check('ERR-13', 'more than 100 header lines are refused (D-12)', async (deployment) => {
  const lines = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-n-${i}`, '1']));
  const response = await chat(deployment, {}, { headers: lines(100) });
  assertError(response, INVALID_REQUEST);
  assert.equal(response.headers['connection'], 'close');
  assertReply(await chat(deployment, {}, { headers: lines(90) }));
});

for (const [what, bytes] of [
  ['nonsense', 'HELLO\r\n\r\n'],
  ['a bad method', 'G@T / HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET /v1/models HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['a bad header', 'GET /v1/models HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
  [
    'two lengths',
    'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
  ],
  [
    'length and chunks',
    'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
] as const) {
  check(
    'ERR-01 ERR-13',
    `${what} instead of valid HTTP gets the error envelope too (D-12)`,
    async (deployment) => {
      assertError(await deployment.sendRaw(bytes), INVALID_REQUEST);
    },
  );
}

check(
  'ERR-20',
  'a body that does not arrive in time gives 408, and the connection closes (D-13)',
  async (deployment) => {
    const { headers } = deployment.jsonCall('');
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const response = await deployment.sendRaw(
      `POST ${CHAT} HTTP/1.1\r\nHost: x\r\n${lines}Content-Length: 50\r\n\r\n{"mess`,
    );
    assertError(response, { status: 408, code: 'request_timeout' });
    assert.equal(response.headers['connection'], 'close');
  },
  { variant: 'short-times' },
);

check(
  'ERR-20',
  'headers that do not arrive in time give 408 (D-13)',
  async (deployment) => {
    assertError(await deployment.sendRaw(`POST ${CHAT} HTTP/1.1\r\nHost: x\r\n`), {
      status: 408,
      code: 'request_timeout',
    });
  },
  { variant: 'short-times' },
);

check(
  'CHAT-60',
  'an idle stream is kept alive with comments (D-28)',
  async (deployment) => {
    deployment.upstream.script(
      rawReply([
        sse(chunk({ content: 'a' })),
        { delayMs: 2500 },
        sse(chunk({ content: 'b' }, 'stop')),
        sse('[DONE]'),
      ]),
    );
    const { comments, text } = assertCompletedStream(await chat(deployment, { stream: true }));
    assert.equal(text, 'ab');
    assert.ok(comments.length >= 1, 'at least one comment in 2.5 s');
    for (const comment of comments) assert.equal(comment, 'keep-alive');
  },
  { variant: 'short-times' },
);

check('ERR-28', 'clients that disconnect at any moment do not affect others', async (deployment) => {
  const body = '{"messages":[{"role":"user","content":"Hi"}]}';
  const request = deployment.jsonCall(body);
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const response = await deployment.open(CHAT, request);
      if (i % 2) await response.until('data: ').catch(() => {});
      response.abort();
    }),
  );
  assertReply(await chat(deployment));
});
