import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertChatRefused } from '../../calls/assert-refused.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { chat, streamedReply, wholeReply } from '../../calls/chat-call.ts';
import { assertCompletedStream } from '../../calls/chat-stream.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { NotRun } from '../../runner/not-run.ts';
import { defaultModel, requireModels } from '../models/offered.ts';

const DOWNGRADED = 'x-svc-model-downgraded';

/** The model that answered, as the engine knows it, and the signal. */
async function respondingModel(
  deployment: Deployment,
  model: string | undefined,
  stream = false,
): Promise<{ asked: unknown; reported: string; signal: unknown }> {
  const response = await chat(deployment, { model, stream });
  const { model: reported } = stream ? assertCompletedStream(response) : assertReply(response);
  const { body } = await deployment.upstream.nextRequest();
  return { asked: body['model'], reported, signal: response.headers[DOWNGRADED] };
}

const DEFAULT_OUTCOME = { asked: 'upstream-standard', reported: 'Svc Standard', signal: undefined };

check(
  'CHAT-06',
  'without model the default model of the list answers, without a fallback header',
  async (deployment) => {
    const { data } = (await deployment.get('/v1/models')).json<{
      data: { id: string; default: boolean }[];
    }>();
    const first = data.find((model) => model.default);
    const response = await respondingModel(deployment, undefined);
    assert.deepEqual(response, { ...DEFAULT_OUTCOME, reported: first?.id });
  },
);

check('CHAT-73 CHAT-58', 'a model of the plan answers, without a fallback header', async (deployment) => {
  for (const stream of [false, true]) {
    assert.deepEqual(await respondingModel(deployment, 'Svc Code', stream), {
      asked: 'upstream-code',
      reported: 'Svc Code',
      signal: undefined,
    });
  }
});

for (const name of [
  'Svc Nothing',
  'svc standard',
  'Svc  Standard',
  'Svc Code ',
  'svc-code',
  'upstream_code',
  'x'.repeat(5000),
  '🙂\n',
]) {
  check(
    'CHAT-72 CHAT-08 VER-10',
    `the unknown name ${JSON.stringify(name.slice(0, 30))} is answered by the default model without a fallback header`,
    async (deployment) => {
      assert.deepEqual(await respondingModel(deployment, name), DEFAULT_OUTCOME);
    },
  );
}

check('CHAT-72', 'the engine’s own name of a model is unknown', async (deployment) => {
  assert.deepEqual(await respondingModel(deployment, 'upstream-code'), DEFAULT_OUTCOME);
});

check('CHAT-72', 'an embedding model is not accepted as a chat model', async (deployment) => {
  await requireModels(deployment, 'svc-embed-1');
  const response = await chat(deployment, { model: 'svc-embed-1' });
  if (response.status === 200)
    assert.equal((await deployment.upstream.nextRequest()).body['model'], 'upstream-standard');
  else assertError(response, { status: 400, code: 'invalid_request' });
});

check(
  'CHAT-74 CHAT-58',
  'a call to a model outside the plan is answered by the default model, named in the fallback header',
  async (deployment) => {
    for (const stream of [false, true]) {
      assert.deepEqual(await respondingModel(deployment, 'Svc Premium', stream), {
        ...DEFAULT_OUTCOME,
        signal: 'Svc Standard',
      });
    }
  },
);

check(
  'CHAT-75 BILL-12',
  'a zero-retention organization cannot call a model that needs standard retention',
  async (deployment) => {
    await requireModels(deployment, 'Svc Standard', 'Svc Retained');
    const caller = { as: 'zero_retention' };
    await assertChatRefused(
      deployment,
      { model: 'Svc Retained' },
      { status: 400, code: 'model_unavailable' },
      caller,
    );
    assert.equal((await wholeReply(deployment, { model: 'Svc Standard' }, caller)).model, 'Svc Standard');
    assert.equal((await wholeReply(deployment, { model: 'Svc Retained' })).model, 'Svc Retained');
  },
);

const TOO_LONG = { status: 400, code: 'context_length_exceeded' };
const words = (count: number): { messages: object[] } => ({
  messages: [{ role: 'user', content: 'word '.repeat(count) }],
});

check('CHAT-79', 'prompt plus max_tokens beyond the context window is refused', async (deployment) => {
  await requireModels(deployment, 'Svc Small');
  await assertChatRefused(deployment, { model: 'Svc Small', max_tokens: 512, ...words(1800) }, TOO_LONG);
  await assertChatRefused(deployment, { model: 'Svc Small', ...words(2100) }, TOO_LONG);
});

check(
  'CHAT-79 CHAT-13',
  'max_tokens is lowered to the maximum of the model before the window is checked',
  async (deployment) => {
    await wholeReply(deployment, { model: 'Svc Small', max_tokens: 1_000_000, ...words(1200) });
    assert.equal((await deployment.upstream.nextRequest()).body['max_tokens'], 512);
  },
);

check('CHAT-79', 'without max_tokens the reply may use the rest of the window (D-25)', async (deployment) => {
  await wholeReply(deployment, { model: 'Svc Small', ...words(1800) });
  const maxTokens = Number((await deployment.upstream.nextRequest()).body['max_tokens']);
  assert.ok(maxTokens >= 1 && maxTokens < 248, `max_tokens ${maxTokens}`);
});

check('CHAT-79', 'the context window of the default model is 262144 tokens', async (deployment) => {
  const { context_window: window } = await defaultModel(deployment);
  if (window !== 262_144)
    throw new NotRun(`needs a default model with a window of 262144 tokens, not ${window}`);
  await assertChatRefused(deployment, words(window), TOO_LONG);
  await streamedReply(deployment, words(240_000));
});

check(
  'CHAT-76 ERR-19',
  'with strict model names, an unknown name is not found',
  async (deployment) => {
    for (const model of ['Svc Nothing', 'svc standard', 'upstream_code']) {
      await assertChatRefused(deployment, { model }, { status: 404, code: 'model_not_found' });
    }
  },
  { variant: 'unknown-model-error' },
);

check(
  'CHAT-77',
  'with strict model names, a model outside the plan is refused with an upgrade link',
  async (deployment) => {
    const response = await chat(deployment, { model: 'Svc Premium' });
    const link = response.json<{ error: { upgrade_url?: string } }>().error.upgrade_url;
    assert.match(String(link), /^https?:\/\//, 'D-18 an absolute link');
    assertError(response, { status: 403, code: 'model_not_in_plan', extra: { upgrade_url: link } });
    assert.equal(deployment.upstream.requests.length, 0);
  },
  { variant: 'unknown-model-error' },
);

check(
  'CHAT-78',
  'with strict model names, the fallback header is never sent',
  async (deployment) => {
    for (const model of ['Svc Premium', 'Svc Code', 'Svc Nothing', undefined]) {
      assert.equal((await chat(deployment, { model })).headers[DOWNGRADED], undefined);
    }
    assert.deepEqual(await respondingModel(deployment, undefined).then(({ signal }) => signal), undefined);
  },
  { variant: 'unknown-model-error' },
);
