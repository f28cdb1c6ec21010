import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { assertChatRefused, INVALID_REQUEST } from '../../calls/assert-refused.ts';
import { CHAT, chat, HELLO, streamedReply, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { chunk, sse, textReply, rawReply } from '../../deployments/upstream.ts';

check('CHAT-01', 'a minimal body is answered', async (deployment) => {
  const reply = await wholeReply(deployment);
  assert.notEqual(reply.content, '');
});

for (const [name, fields] of [
  ['absent', { messages: undefined }],
  ['null', { messages: null }],
  ['an object', { messages: {} }],
  ['a text', { messages: 'Hi' }],
  ['empty', { messages: [] }],
] as const) {
  check('CHAT-02 ERR-15', `messages that is ${name} is refused`, async (deployment) => {
    await assertChatRefused(deployment, fields, { status: 400, code: 'messages_required' });
  });
}

check(
  'CHAT-02',
  'a body that is not an object is refused for missing messages (D-08)',
  async (deployment) => {
    for (const body of ['[]', '"text"', '3', 'true', 'null']) {
      assertError(await deployment.post(CHAT, body), { status: 400, code: 'messages_required' });
    }
  },
);

check('CHAT-03', '500 messages of every role are accepted', async (deployment) => {
  const cycle = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'b' },
  ];
  await wholeReply(deployment, { messages: Array.from({ length: 125 }, () => cycle).flat() });
});

check('CHAT-04', '501 messages are refused, whatever their content', async (deployment) => {
  const expected = { status: 413, code: 'too_many_messages', extra: { max_messages: 500 } };
  await assertChatRefused(deployment, { messages: Array(501).fill(HELLO[0]) }, expected);
  await assertChatRefused(deployment, { messages: Array(501).fill(1), model: 3 }, expected);
});

check('CHAT-05', 'the engine gets the messages in the order of the array', async (deployment) => {
  const messages = ['one', 'two', 'three', 'four', 'five'].map((content, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content,
  }));
  await wholeReply(deployment, { messages });
  const { body } = await deployment.upstream.nextRequest();
  assert.deepEqual((body['messages'] as unknown[]).slice(-5), messages);
});

for (const model of ['', null, 3, [], ['Svc Standard'], {}, false]) {
  check('CHAT-07', `model ${JSON.stringify(model)} is refused`, async (deployment) => {
    await assertChatRefused(deployment, { model }, INVALID_REQUEST);
  });
}

check('CHAT-09', 'a reply is streamed by default', async (deployment) => {
  await streamedReply(deployment, { stream: undefined });
});

check('CHAT-10 CHAT-40', 'stream: false gives one JSON object', async (deployment) => {
  const response = await chat(deployment, { stream: false });
  assert.equal(response.headers['content-type'], 'application/json');
  assert.ok(!response.text.includes('data:'));
});

for (const stream of ['false', 'true', 0, 1, null, []]) {
  check('CHAT-11', `stream ${JSON.stringify(stream)} is refused`, async (deployment) => {
    await assertChatRefused(deployment, { stream }, INVALID_REQUEST);
  });
}

check(
  'CHAT-12 CHAT-50',
  'max_tokens reaches the engine, and a truncated reply ends with length',
  async (deployment) => {
    deployment.upstream.script(textReply(['a', 'b', 'c', 'd', 'e'], { finishReason: 'length' }));
    const whole = await wholeReply(deployment, { max_tokens: 5 });
    assert.equal(whole.finishReason, 'length');
    assert.ok(whole.usage.completion_tokens <= 5);
    assert.equal((await deployment.upstream.nextRequest()).body['max_tokens'], 5);
    const streamed = await streamedReply(deployment, { max_tokens: 5 });
    assert.equal(streamed.finishReason, 'length');
  },
);

check(
  'CHAT-12',
  'a reply of an engine that exceeds max_tokens is truncated and ends with length',
  async (deployment) => {
    function* endless(): Generator<string> {
      for (;;) yield sse(chunk({ content: 'word '.repeat(200) }));
    }
    deployment.upstream.script(() => rawReply(endless()));
    const { finishReason, text } = await streamedReply(deployment, { max_tokens: 5 });
    assert.equal(finishReason, 'length');
    assert.ok(text.length < 100_000, `${text.length} characters for 5 tokens`);
    await (
      await deployment.upstream.nextRequest()
    ).aborted;
  },
);

check('CHAT-13', 'max_tokens above the maximum of the model is lowered to it', async (deployment) => {
  await wholeReply(deployment, { model: 'Svc Code', max_tokens: 1_000_000_000 });
  assert.equal((await deployment.upstream.nextRequest()).body['max_tokens'], 8192);
});

for (const maxTokens of [0, -1, 1.5, '5', true, [], {}]) {
  check('CHAT-12', `max_tokens ${JSON.stringify(maxTokens)} is refused (D-22)`, async (deployment) => {
    await assertChatRefused(deployment, { max_tokens: maxTokens }, INVALID_REQUEST);
  });
}

check(
  'CHAT-12',
  'null means absent for optional fields, except model and stream (D-09)',
  async (deployment) => {
    await wholeReply(deployment, { max_tokens: null, tools: null, tool_choice: null });
    const { body } = await deployment.upstream.nextRequest();
    assert.equal(body['max_tokens'], 16_384);
    assert.equal(body['tools'], undefined);
  },
);
