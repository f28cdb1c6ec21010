import assert from 'node:assert/strict';
import { assertError, type ExpectedError } from '../assert-error.ts';
import { assertReply } from '../chat-reply.ts';
import { CHAT, HELLO } from '../chat-call.ts';
import { check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { chatBytes, head, openConnection } from './http-connection.ts';

const MAX_BYTES = 2_000_000;
const TOO_LARGE: ExpectedError = { status: 413, code: 'payload_too_large', extra: { max_bytes: MAX_BYTES } };

/** A body of exactly so many bytes; spaces between its parts keep the prompt short. */
function bodyOf(bytes: number): string {
  const body = JSON.stringify({ messages: HELLO, stream: false });
  return body.slice(0, -1) + ' '.repeat(bytes - body.length) + body.slice(-1);
}

function inParts(body: string, partBytes: number): string[] {
  return Array.from({ length: Math.ceil(body.length / partBytes) }, (_, i) => body.slice(i * partBytes, (i + 1) * partBytes));
}

async function assertNothingRan(deployment: Deployment): Promise<void> {
  assert.equal(deployment.upstream.requests.length, 0, 'LIMIT-05 nothing runs');
}

check('LIMIT-16', 'a body of 2,000,000 bytes passes, declared or in parts', async (deployment) => {
  assertReply(await deployment.post(CHAT, bodyOf(MAX_BYTES)));
  const parts = inParts(bodyOf(MAX_BYTES), 100_000);
  assertReply(await deployment.send(CHAT, { ...deployment.jsonCall(''), body: parts }));
});

check('LIMIT-16 LIMIT-17', 'a body that declares one byte more is refused', async (deployment) => {
  assertError(await deployment.post(CHAT, bodyOf(MAX_BYTES + 1)), TOO_LARGE);
  await assertNothingRan(deployment);
});

check('LIMIT-16', 'bytes count, not characters', async (deployment) => {
  const text = 'é'.repeat(1_000_000);
  assertError(await deployment.post(CHAT, { messages: [{ role: 'user', content: text }] }), TOO_LARGE);
  await assertNothingRan(deployment);
});

check('LIMIT-17', 'a body that declares too much is refused at once, before any of it is sent', async (deployment) => {
  for (const length of [MAX_BYTES + 1, 10 ** 12]) {
    const { headers } = deployment.jsonCall('');
    const startedAt = performance.now();
    const answer = await deployment.send(CHAT, { method: 'POST', headers: { ...headers, 'content-length': String(length) }, unfinished: true });
    assertError(answer, TOO_LARGE);
    assert.ok(performance.now() - startedAt < 1000, 'at once');
  }
  await assertNothingRan(deployment);
});

check('LIMIT-18', 'a body without a declared length is refused by the bytes that came', async (deployment) => {
  for (const size of [MAX_BYTES + 1, 3 * MAX_BYTES]) {
    const parts = inParts(bodyOf(size), 65_536);
    assertError(await deployment.send(CHAT, { ...deployment.jsonCall(''), body: parts }), TOO_LARGE);
  }
  await assertNothingRan(deployment);
});

check('LIMIT-18', 'such a body is refused while it is still being sent', async (deployment) => {
  const call = { ...deployment.jsonCall(''), body: inParts(bodyOf(MAX_BYTES + 1), 65_536), unfinished: true };
  assertError(await deployment.send(CHAT, call), TOO_LARGE);
  await assertNothingRan(deployment);
});

check('LIMIT-18', 'bytes beyond a declared length are no part of the body', async (deployment) => {
  const connection = await openConnection(deployment);
  connection.write(chatBytes(deployment) + chatBytes(deployment, { messages: [] }));
  assertReply(await connection.answer());
  assertError(await connection.answer(), { status: 400, code: 'messages_required' });
  connection.end();
});

check('LIMIT-17', 'a client that waits for 100 Continue gets the refusal instead (D-13)', async (deployment) => {
  const expecting = (as: string, length: number): string =>
    head(`POST ${CHAT}`, [`authorization: Bearer ${deployment.credential(as)}`, 'content-type: application/json', `content-length: ${length}`, 'expect: 100-continue']);
  for (const [as, length, expected] of [
    ['main', MAX_BYTES + 1, TOO_LARGE],
    ['revoked', 50, { status: 401, code: 'revoked_api_key' }],
    ['admin', 50, { status: 403, code: 'inference_not_allowed' }],
  ] as const) {
    const connection = await openConnection(deployment);
    connection.write(expecting(as, length));
    assertError(await connection.answer(), expected);
    connection.end();
  }
});

check('CHAT-01', 'a client that waits for 100 Continue gets it when nothing speaks against the call (D-13)', async (deployment) => {
  const connection = await openConnection(deployment);
  const request = chatBytes(deployment, {}, ['expect: 100-continue']);
  const split = request.indexOf('\r\n\r\n') + 4;
  connection.write(request.slice(0, split));
  assert.equal((await connection.answer()).status, 100);
  connection.write(request.slice(split));
  assertReply(await connection.answer());
  connection.end();
});
