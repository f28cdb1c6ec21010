import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { INVALID_REQUEST } from '../../calls/assert-refused.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT, HELLO } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';

const LIMIT = 2_000_000;
const TOO_LARGE = { status: 413, code: 'payload_too_large', extra: { max_bytes: LIMIT } };

/** A valid body of exactly so many bytes; what fills it is ignored. */
function bodyOf(bytes: number): string {
  const opening = `{"messages":${JSON.stringify(HELLO)},"stream":false,"filler":"`;
  return `${opening}${'x'.repeat(bytes - opening.length - 2)}"}`;
}

/** The head of a chat request, for a bare socket. */
function head(deployment: Deployment, ...lines: readonly string[]): string {
  const { host } = new URL(deployment.baseUrl);
  const all = [
    `POST ${CHAT} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${deployment.credential('main')}`,
    'Content-Type: application/json',
    ...lines,
  ];
  return `${all.join('\r\n')}\r\n\r\n`;
}

check('LIMIT-16', 'a body of exactly 2,000,000 bytes is accepted', async (deployment) => {
  assertReply(await deployment.post(CHAT, bodyOf(LIMIT)));
});

check('LIMIT-16 ERR-15 BILL-12', 'a body of 2,000,001 bytes is refused', async (deployment) => {
  assertError(await deployment.post(CHAT, bodyOf(LIMIT + 1)), TOO_LARGE);
  if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0);
});

check('LIMIT-16', 'the limit counts bytes, not characters', async (deployment) => {
  const body = `{"messages":${JSON.stringify(HELLO)},"stream":false,"filler":"${'é'.repeat(1_000_000)}"}`;
  assertError(await deployment.post(CHAT, body), TOO_LARGE);
});

check(
  'LIMIT-17',
  'a Content-Length beyond the limit is refused before the body is sent',
  async (deployment) => {
    assertError(await deployment.sendRaw(head(deployment, `Content-Length: ${LIMIT + 1}`)), TOO_LARGE);
    assertError(await deployment.sendRaw(head(deployment, 'Content-Length: 99999999999')), TOO_LARGE);
  },
);

check(
  'LIMIT-17',
  'a client that waits for 100 Continue gets the error instead (D-13)',
  async (deployment) => {
    assertError(
      await deployment.sendRaw(head(deployment, `Content-Length: ${LIMIT + 1}`, 'Expect: 100-continue')),
      TOO_LARGE,
    );
    const headers = { ...deployment.jsonCall('').headers, expect: '100-continue' };
    assertReply(await deployment.send(CHAT, { method: 'POST', headers, body: bodyOf(1000) }));
  },
);

check('LIMIT-18', 'a chunked body is refused by the number of bytes received', async (deployment) => {
  const part = bodyOf(LIMIT + 1).match(/[^]{1,100000}/g) ?? [];
  assertError(await deployment.send(CHAT, { ...deployment.jsonCall(''), body: part }), TOO_LARGE);
  const fits = bodyOf(LIMIT).match(/[^]{1,100000}/g) ?? [];
  assertReply(await deployment.send(CHAT, { ...deployment.jsonCall(''), body: fits }));
});

check('LIMIT-18', 'a body that never ends is refused without waiting for its end', async (deployment) => {
  const parts = Array<string>(30).fill('x'.repeat(100_000));
  assertError(
    await deployment.send(CHAT, { ...deployment.jsonCall(''), body: parts, unfinished: true }),
    TOO_LARGE,
  );
});

check('LIMIT-01 LIMIT-16', 'the credential is checked before the size', async (deployment) => {
  const headers = { authorization: `Bearer sk_live_${'0'.repeat(64)}`, 'content-type': 'application/json' };
  assertError(await deployment.send(CHAT, { method: 'POST', headers, body: bodyOf(LIMIT + 1) }), {
    status: 401,
    code: 'invalid_api_key',
  });
});

check('LIMIT-16', 'the size is checked before the media type and the JSON (D-01)', async (deployment) => {
  const headers = { ...deployment.jsonCall('').headers, 'content-type': 'text/plain' };
  assertError(
    await deployment.send(CHAT, { method: 'POST', headers, body: '{'.repeat(LIMIT + 1) }),
    TOO_LARGE,
  );
  assertError(await deployment.send(CHAT, { method: 'POST', headers, body: '{' }), INVALID_REQUEST);
});
