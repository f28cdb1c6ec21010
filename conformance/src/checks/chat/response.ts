import assert from 'node:assert/strict';
import { CHAT, chat, streamedReply, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { textReply } from '../../deployments/upstream.ts';

check(
  'CHAT-40 CHAT-42 CHAT-45 CHAT-46',
  'a non-streamed response has the documented format',
  async (deployment) => {
    const { object } = await wholeReply(deployment);
    assert.equal(object, 'chat.completion');
  },
);

check('CHAT-41', 'each response has its own id, in the format of this service (D-18)', async (deployment) => {
  const ids = [
    (await wholeReply(deployment)).id,
    (await wholeReply(deployment)).id,
    (await streamedReply(deployment)).id,
  ];
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, /^chatcmpl_[0-9a-z]{26}$/);
});

check('CHAT-43', 'created is the current time in seconds', async (deployment) => {
  for (const { created } of [await wholeReply(deployment), await streamedReply(deployment)]) {
    assert.ok(Math.abs(created - deployment.nowMs() / 1000) <= 5, `created ${created}`);
  }
});

check('CHAT-44 BILL-11', 'model is the name of a model in the catalog', async (deployment) => {
  const { data } = (await deployment.get('/v1/models')).json<{ data: { id: string }[] }>();
  const ids = new Set(data.map(({ id }) => id));
  for (const { model } of [await wholeReply(deployment), await streamedReply(deployment)])
    assert.ok(ids.has(model), model);
});

check(
  'CHAT-47 CHAT-48 CHAT-49',
  'a text reply has content, no tool calls, and ends with stop',
  async (deployment) => {
    deployment.upstream.script(textReply('The whole text.'));
    const response = await chat(deployment);
    assert.ok(!response.text.includes('tool_calls'));
    const { content, finishReason } = await wholeReply(deployment);
    assert.equal(content, 'The whole text.');
    assert.equal(finishReason, 'stop');
  },
);

check('CHAT-47', 'an empty reply has an empty string as content', async (deployment) => {
  deployment.upstream.script(textReply([]));
  const { content, finishReason } = await wholeReply(deployment);
  assert.equal(content, '');
  assert.equal(finishReason, 'stop');
  assert.equal((await streamedReply(deployment)).text, '');
});

check('CHAT-50', 'a reply that fills the context window ends with length', async (deployment) => {
  deployment.upstream.script(textReply('Cut', { finishReason: 'length' }));
  assert.equal((await wholeReply(deployment, { model: 'Svc Small' })).finishReason, 'length');
  assert.equal((await streamedReply(deployment, { model: 'Svc Small' })).finishReason, 'length');
});

for (const reason of ['content_filter', 'refusal', 'eos', 'stop_sequence', 'tool_calls']) {
  check('CHAT-52', `an engine that ends with ${reason} is reported as stop`, async (deployment) => {
    deployment.upstream.script(textReply('Some text', { finishReason: reason }));
    assert.equal((await wholeReply(deployment)).finishReason, 'stop');
    assert.equal((await streamedReply(deployment)).finishReason, 'stop');
  });
}

check('CHAT-53 BILL-07', 'usage has the counts of the engine and their sum', async (deployment) => {
  deployment.upstream.script(
    textReply('Some text', { usage: { prompt_tokens: 123, completion_tokens: 45, total_tokens: 9 } }),
  );
  const expected = { prompt_tokens: 123, completion_tokens: 45, total_tokens: 168 };
  assert.deepEqual((await wholeReply(deployment)).usage, expected);
  assert.deepEqual((await streamedReply(deployment)).usage, expected);
});

check('CHAT-54', 'prompt_tokens includes the identity instruction', async (deployment) => {
  // An engine that counts nothing leaves the counting to the service. "Hi" alone is one token.
  deployment.upstream.script(textReply('Hello there', { usage: null }));
  for (const { usage } of [await wholeReply(deployment), await streamedReply(deployment)]) {
    assert.ok(usage.prompt_tokens > 8, `prompt_tokens ${usage.prompt_tokens}`);
    assert.ok(
      usage.completion_tokens >= 1 && usage.completion_tokens < 10,
      `completion_tokens ${usage.completion_tokens}`,
    );
  }
});

check(
  'CHAT-55',
  'cached tokens are reported as part of the prompt tokens, and only if there are any',
  async (deployment) => {
    deployment.upstream.script(
      textReply('Hello', {
        usage: { prompt_tokens: 2000, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 1536 } },
      }),
    );
    for (const { usage } of [await wholeReply(deployment), await streamedReply(deployment)]) {
      assert.equal(usage.cached_tokens, 1536);
      assert.equal(usage.prompt_tokens, 2000);
    }
    deployment.upstream.script(textReply('Hello'));
    assert.equal((await wholeReply(deployment)).usage.cached_tokens, undefined);
  },
);

check('CHAT-82', 'the response format needs no headers besides the two required ones', async (deployment) => {
  const response = await deployment.post(CHAT, {
    messages: [{ role: 'user', content: 'Hi' }],
    stream: false,
  });
  const body = response.json<{ choices: { message: object }[]; usage: object }>();
  assert.deepEqual(Object.keys(body).toSorted(), ['choices', 'created', 'id', 'model', 'object', 'usage']);
  assert.deepEqual(Object.keys(body.choices[0] ?? {}).toSorted(), ['finish_reason', 'index', 'message']);
  assert.deepEqual(Object.keys(body.choices[0]?.message ?? {}).toSorted(), ['content', 'role']);
  assert.deepEqual(Object.keys(body.usage).toSorted(), [
    'completion_tokens',
    'prompt_tokens',
    'total_tokens',
  ]);
});
