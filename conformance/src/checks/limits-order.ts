import assert from 'node:assert/strict';
import { assertError, type ExpectedError } from '../assert-error.ts';
import { CHAT } from '../chat-call.ts';
import { check } from '../check.ts';
import type { Deployment } from '../deployment.ts';

/** What is wrong with a call, from the last thing looked at to the first (D-01). */
interface Faults {
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly path?: string;
}

const TOO_MANY = JSON.stringify({ messages: Array.from({ length: 501 }, () => ({ role: 'bot' })), model: 7 });
const BAD_FIELD = JSON.stringify({ messages: [{ role: 'bot' }], model: 'Svc Small' });
const HUGE = { 'content-length': '2000001' };
const TOO_LARGE: ExpectedError = { status: 413, code: 'payload_too_large', extra: { max_bytes: 2_000_000 } };

async function assertFirst(deployment: Deployment, { as = 'main', headers = {}, body = '{', path = CHAT }: Faults, expected: ExpectedError): Promise<void> {
  const all = { authorization: `Bearer ${deployment.credential(as)}`, 'content-type': 'application/json', ...headers };
  const declared = 'content-length' in all;
  assertError(await deployment.send(path, { method: 'POST', headers: all, body, unfinished: declared }), expected);
  assert.equal(deployment.upstream.requests.length, 0, 'LIMIT-05 nothing runs');
}

const EVERYTHING = { ...HUGE, 'content-type': 'text/plain', 'content-encoding': 'gzip', 'svc-beta': 'nope-2026-01-01' };

check('LIMIT-01', 'a credential that does not work is refused as such whatever else is wrong', async (deployment) => {
  await assertFirst(deployment, { as: 'revoked', headers: EVERYTHING }, { status: 401, code: 'revoked_api_key' });
  await assertFirst(deployment, { as: 'admin', headers: EVERYTHING }, { status: 403, code: 'inference_not_allowed' });
  await assertFirst(deployment, { as: 'creator_removed', headers: EVERYTHING }, { status: 403, code: 'org_membership_required' });
});

check('LIMIT-02 LIMIT-05', 'the request rate comes before flags, size, media type and body', async (deployment) => {
  for (let i = 0; i < 600; i += 20) {
    await Promise.all(Array.from({ length: 20 }, () => deployment.post(CHAT, '{', { as: 'rate' })));
  }
  const limited: ExpectedError = { status: 429, code: 'rate_limited', extra: { scope: 'api_key' } };
  await assertFirst(deployment, { as: 'rate', headers: HUGE }, limited);
  await assertFirst(deployment, { as: 'rate', headers: EVERYTHING }, limited);
});

check('VER-05', 'flags come before size, media type and body', (deployment) =>
  assertFirst(deployment, { headers: EVERYTHING }, { status: 400, code: 'unknown_beta', param: 'svc-beta' }));

check('LIMIT-17', 'a declared size comes before media type and body', (deployment) =>
  assertFirst(deployment, { headers: { ...HUGE, 'content-type': 'text/plain', 'content-encoding': 'gzip' } }, TOO_LARGE));

check('CHAT-22', 'the media type comes before what is in the body', async (deployment) => {
  await assertFirst(deployment, { headers: { 'content-type': 'text/plain' } }, { status: 400, code: 'invalid_request' });
  await assertFirst(deployment, { headers: { 'content-type': 'text/plain' }, body: `${' '.repeat(2_000_000)}{` }, TOO_LARGE);
});

check('CHAT-04', 'the number of messages comes before what is in them and other fields', async (deployment) => {
  await assertFirst(deployment, { body: TOO_MANY }, { status: 413, code: 'too_many_messages', extra: { max_messages: 500 } });
  await assertFirst(deployment, { body: BAD_FIELD }, { status: 400, code: 'invalid_request' });
});
