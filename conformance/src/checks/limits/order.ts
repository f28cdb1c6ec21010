import assert from 'node:assert/strict';
import { assertError, type ExpectedError } from '../../http/assert-error.ts';
import { CHAT } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';

/** Wrong in every way that is looked at after the credential: flag, declared size, media type, coding and JSON (D-01). */
const EVERYTHING = {
  'svc-beta': 'nope-2026-01-01',
  'content-length': '2000001',
  'content-type': 'text/plain',
  'content-encoding': 'gzip',
};

async function assertFirst(deployment: Deployment, as: string, expected: ExpectedError): Promise<void> {
  const headers = { authorization: `Bearer ${deployment.credential(as)}`, ...EVERYTHING };
  assertError(
    await deployment.send(CHAT, { method: 'POST', headers, body: '{', unfinished: true }),
    expected,
  );
  if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0, 'LIMIT-05 nothing runs');
}

for (const [as, status, code] of [
  ['revoked', 401, 'revoked_api_key'],
  ['expired', 401, 'expired_api_key'],
  ['public', 403, 'public_key_rejected'],
  ['admin', 403, 'inference_not_allowed'],
  ['origins', 403, 'origin_not_allowed'],
  ['creator_removed', 403, 'org_membership_required'],
  ['account_disabled', 403, 'account_disabled'],
  ['org_unavailable', 403, 'org_unavailable'],
] as const) {
  check('LIMIT-01 LIMIT-05', `${code} is checked before everything else in the call`, (deployment) =>
    assertFirst(deployment, as, { status, code }),
  );
}

check(
  'LIMIT-02 LIMIT-05',
  'the request rate is checked before size, flags, media type and body',
  async (deployment) => {
    for (let i = 0; i < 600; i += 20) {
      await Promise.all(Array.from({ length: 20 }, () => deployment.post(CHAT, '{', { as: 'rate' })));
    }
    const limited: ExpectedError = { status: 429, code: 'rate_limited', extra: { scope: 'api_key' } };
    await assertFirst(deployment, 'rate', limited);
  },
);

check(
  'CHAT-04',
  'the number of messages is checked before their content and other fields (D-01)',
  async (deployment) => {
    const messages = Array.from({ length: 501 }, () => ({ role: 'bot' }));
    assertError(await deployment.post(CHAT, { messages, model: 7, stream: 'no' }), {
      status: 413,
      code: 'too_many_messages',
      extra: { max_messages: 500 },
    });
  },
);
