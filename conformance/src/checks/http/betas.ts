import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';

/** D-93 names the header as `param` on every route. */
const UNKNOWN = { status: 400, code: 'unknown_beta', param: 'svc-beta' };

check('VER-05', 'an unknown beta flag is refused on chat too', async (deployment) => {
  for (const flags of [
    'nope-2026-01-01',
    'ADMIN-2026-11-01',
    'admin-2026-11-02',
    'admin-2026-11-01, nope-2026-01-01',
    'admin-2026-11-01;webhooks-2026-11-01',
  ]) {
    assertError(await chat(deployment, {}, { headers: { 'svc-beta': flags } }), UNKNOWN);
  }
});

check(
  'VER-04 CHAT-83',
  'with the chat extensions flag, ignored fields are refused (D-33)',
  async (deployment) => {
    assertReply(await chat(deployment, { something_else: 1 }));
    const response = await chat(
      deployment,
      { something_else: 1 },
      { headers: { 'svc-beta': 'chat-extensions-2026-12-01' } },
    );
    assertError(response, { status: 400, code: 'unknown_parameter', param: 'something_else' });
  },
);

check(
  'VER-04',
  'flags are separated by commas; spaces, empty flags and duplicates are ignored (D-93)',
  async (deployment) => {
    for (const flags of [
      '',
      ' ',
      ',,',
      'admin-2026-11-01',
      ' admin-2026-11-01 ,, webhooks-2026-11-01,admin-2026-11-01,',
    ]) {
      assertReply(await chat(deployment, {}, { headers: { 'svc-beta': flags } }));
    }
  },
);

check('VER-04', 'several svc-beta headers are read as one list (D-93)', async (deployment) => {
  const call = deployment.jsonCall({ messages: [{ role: 'user', content: 'Hi' }], stream: false });
  const send = (...flags: string[]) =>
    deployment.send('/v1/chat/completions', { ...call, headers: { ...call.headers, 'svc-beta': flags } });
  assertReply(await send('admin-2026-11-01', 'webhooks-2026-11-01'));
  assertError(await send('admin-2026-11-01', 'nope-2026-01-01'), UNKNOWN);
});

check(
  'VER-05',
  'flags are checked after the credential and before size, media type and body (D-01)',
  async (deployment) => {
    const beta = { 'svc-beta': 'nope-2026-01-01' };
    const json = { 'content-type': 'application/json', ...beta };
    assertError(await deployment.send('/v1/chat/completions', { method: 'POST', headers: json, body: '{' }), {
      status: 401,
      code: 'unauthenticated',
    });
    const { headers } = deployment.jsonCall('', { headers: { ...beta, 'content-type': 'text/plain' } });
    assertError(
      await deployment.send('/v1/chat/completions', { method: 'POST', headers, body: '{' }),
      UNKNOWN,
    );
    const large = deployment.jsonCall('x'.repeat(2_000_001), { headers: beta });
    assertError(await deployment.send('/v1/chat/completions', large), UNKNOWN);
  },
);
