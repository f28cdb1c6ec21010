import assert from 'node:assert/strict';
import { assertError, assertErrorEnvelope, type ErrorObject } from '../../http/assert-error.ts';
import { CHAT, HELLO } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { withProgram } from '../../people/device-sign-in.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { STALL, chunk, rawReply, sse, textReply } from '../../deployments/upstream.ts';
import { requireModels } from '../models/offered.ts';

const DESKTOP = { client: 'svc-code-desktop', inWorkspace: true };
/** Desktop of somebody on the free plan. */
const FREE = { ...DESKTOP, as: 'free_owner' };

const post = (deployment: Deployment, token: string, path: string, body: object): Promise<HttpResponse> =>
  deployment.send(path, bearerCall(token, body));

function bearerCall(token: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

const chat = (deployment: Deployment, token: string, fields: object = {}): Promise<HttpResponse> =>
  post(deployment, token, CHAT, { messages: HELLO, stream: false, ...fields });

/** A refusal that says where to go. */
function assertAction(response: HttpResponse, status: number, code: string): ErrorObject {
  const { action_url: link } = assertErrorEnvelope(response);
  assert.match(String(link), /^https?:\/\/[^\s/]+/, 'D-18 an absolute link');
  return assertError(response, { status, code, extra: { action_url: link } });
}

check('AUTH-31 D-72', 'a model is available only to programs on its surfaces', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  const model = 'Svc Code';
  await withProgram(deployment, { client: 'svc-code-terminal' }, async ({ access_token: token }) => {
    assertError(await chat(deployment, token, { model }), { status: 403, code: 'forbidden' });
    assert.equal((await chat(deployment, token)).status, 200);
  });
  await withProgram(deployment, {}, async ({ access_token: token }) =>
    assert.equal((await chat(deployment, token, { model })).status, 200),
  );
});

check('AUTH-31 D-72', 'embeddings are not available to programs, whatever the body', async (deployment) => {
  await requireModels(deployment, 'svc-embed-1');
  await withProgram(deployment, {}, async ({ access_token: token }) => {
    for (const body of [{ model: 'svc-embed-1', input: 'hello' }, {}])
      assertError(await post(deployment, token, '/v1/embeddings', body), { status: 403, code: 'forbidden' });
  });
});

check(
  'AUTH-32 D-74',
  'Desktop needs a workspace; other programs use the Default workspace without one',
  async (deployment) => {
    await withProgram(deployment, { client: 'svc-code-desktop' }, async ({ access_token: token }) => {
      assertError(await chat(deployment, token), { status: 400, code: 'org_required' });
    });
    for (const program of [DESKTOP, {}])
      await withProgram(deployment, program, async ({ access_token: token }) =>
        assert.equal((await chat(deployment, token)).status, 200),
      );
  },
);

for (const client of ['svc-code', 'svc-code-terminal']) {
  check('AUTH-29 D-74', `${client} needs a paid plan`, (deployment) =>
    withProgram(deployment, { ...FREE, client }, async ({ access_token: token }) => {
      const response = await chat(deployment, token);
      const { upgrade_url: link } = assertErrorEnvelope(response);
      assertError(response, {
        status: 403,
        code: 'plan_required',
        extra: { reason: 'free_plan', upgrade_url: link },
      });
    }),
  );
}

check('AUTH-34 D-74', 'Desktop works on the free plan, but long conversations are refused', (deployment) =>
  withProgram(deployment, FREE, async ({ access_token: token }) => {
    assert.equal((await chat(deployment, token)).status, 200);
    const messages = [{ role: 'user', content: 'a b '.repeat(20_000) }];
    assertAction(await chat(deployment, token, { messages }), 413, 'prompt_too_large');
  }),
);

check('AUTH-35 D-74', 'on the free plan Desktop gets one reply at a time', async (deployment) => {
  const { upstream } = deployment;
  await withProgram(deployment, FREE, async ({ access_token: token }) => {
    upstream.script(rawReply([sse(chunk({ content: 'slow' })), STALL]));
    const running = await deployment.open(CHAT, bearerCall(token, { messages: HELLO }));
    assert.equal(running.status, 200);
    assertError(await chat(deployment, token), { status: 429, code: 'concurrent_request' });
    running.abort();
    await (
      await upstream.nextRequest()
    ).aborted;
    upstream.script(textReply('Hello'));
    let status = 429;
    for (const startedAt = performance.now(); status === 429 && performance.now() - startedAt < 5000;)
      ({ status } = await chat(deployment, token));
    assert.equal(status, 200);
  });
});

check(
  'AUTH-33 D-74',
  'on the free plan Desktop has its own monthly token allowance, and gets an error when it is used up',
  async (deployment) => {
    const { upstream } = deployment;
    await withProgram(deployment, FREE, async ({ access_token: token }) => {
      // Then the service counts itself.
      upstream.script(textReply('Hello', { usage: null }));
      const messages = [{ role: 'user', content: 'word '.repeat(1200) }];
      assert.equal((await chat(deployment, token, { messages })).status, 200);
      assertAction(await chat(deployment, token), 402, 'quota_exceeded');
    });
  },
  { variant: 'short-times' },
);
