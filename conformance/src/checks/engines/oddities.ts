import assert from 'node:assert/strict';
import { chat, streamedReply, tool, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import {
  chunk,
  jsonReply,
  rawReply,
  sse,
  streamOf,
  usageChunk,
  type WireUsage,
} from '../../deployments/upstream.ts';

const choice = (index: number, content: string): object => ({
  index,
  message: { role: 'assistant', content },
  finish_reason: 'stop',
});

check('CHAT-19', 'additional choices of an engine are dropped', async (deployment) => {
  deployment.upstream.script(
    jsonReply({
      choices: [choice(0, 'one'), choice(1, 'two')],
      usage: { prompt_tokens: 4, completion_tokens: 2 },
    }),
  );
  assert.equal((await wholeReply(deployment, { n: 2 })).content, 'one');
  const second = { choices: [{ index: 1, delta: { content: 'two' }, finish_reason: null }] };
  deployment.upstream.script(streamOf(['one', second], { finishReason: 'stop' }));
  assert.equal((await streamedReply(deployment, { n: 2 })).text, 'one');
});

check(
  'CHAT-47 CHAT-61',
  'the reasoning of an engine is not part of the chat response',
  async (deployment) => {
    deployment.upstream.script(
      streamOf([chunk({ reasoning_content: 'secretly' }), chunk({ reasoning: 'secretly' }), 'aloud'], {
        finishReason: 'stop',
      }),
    );
    for (const stream of [false, true]) {
      const { text } = await chat(deployment, { stream });
      assert.ok(text.includes('aloud') && !text.includes('secretly') && !text.includes('reasoning'));
    }
    await streamedReply(deployment);
  },
);

for (const usage of [
  { prompt_tokens: -5, completion_tokens: -1 },
  { prompt_tokens: 1.5, completion_tokens: 2.5 },
  { prompt_tokens: '7', completion_tokens: null },
  { prompt_tokens: 1e300, completion_tokens: 5 },
  {},
  [],
]) {
  check(
    'CHAT-53',
    `usage stays valid when an engine reports ${JSON.stringify(usage)}`,
    async (deployment) => {
      deployment.upstream.script(
        streamOf(['text'], { finishReason: 'stop', usage: usage as unknown as WireUsage }),
      );
      for (const { usage: reported } of [await wholeReply(deployment), await streamedReply(deployment)]) {
        assert.ok(
          reported.prompt_tokens > 0 && reported.prompt_tokens < 1000,
          `prompt_tokens ${reported.prompt_tokens}`,
        );
        assert.ok(
          reported.completion_tokens > 0 && reported.completion_tokens < 1000,
          `completion_tokens ${reported.completion_tokens}`,
        );
      }
    },
  );
}

check('CHAT-55', 'no more cached tokens than prompt tokens are reported', async (deployment) => {
  const usage = { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 50 } };
  deployment.upstream.script(streamOf(['text', usageChunk(usage)], { finishReason: 'stop' }));
  await wholeReply(deployment);
  await streamedReply(deployment);
});

check(
  'CHAT-64 CHAT-35',
  'calls without an id, without an index or in one piece are streamed in the documented format',
  async (deployment) => {
    const bare = { function: { name: 'weather', arguments: '{}' } };
    for (const delta of [
      bare,
      { index: 0, ...bare },
      { index: 0, id: '', type: 'function', ...bare },
      { index: 3, id: 'x', ...bare },
    ]) {
      deployment.upstream.script(
        streamOf([chunk({ content: null, tool_calls: [delta] })], { finishReason: 'stop' }),
      );
      const { calls, finishReason } = await streamedReply(deployment, { tools: [tool('weather')] });
      assert.deepEqual(
        calls.map(({ name, arguments: text }) => [name, text]),
        [['weather', '{}']],
      );
      assert.equal(finishReason, 'tool_calls');
    }
  },
);

check('CHAT-63', 'empty chunks are skipped', async (deployment) => {
  const nothing = [
    chunk({}),
    chunk({ content: '' }),
    chunk({ content: null }),
    { choices: [] },
    { choices: null },
    { object: 'ping' },
    { choices: [null] },
    { choices: [{ index: 0, delta: null, finish_reason: null }] },
  ];
  deployment.upstream.script(
    streamOf([...nothing, 'a', ...nothing, 'b', ...nothing], { finishReason: 'stop' }),
  );
  const { deltas: chunks } = await streamedReply(deployment);
  assert.equal(chunks.join(''), 'ab');
});

check(
  'CHAT-49 CHAT-63',
  'text after the finish reason and anything after [DONE] do not break the format',
  async (deployment) => {
    deployment.upstream.script(
      rawReply([
        sse(chunk({ content: 'a' }, 'stop')),
        sse(chunk({ content: 'b' })),
        sse('[DONE]'),
        sse(chunk({ content: 'late' })),
        'rubbish',
      ]),
    );
    const { text, finishReason } = await streamedReply(deployment);
    assert.ok(['a', 'ab'].includes(text), text);
    assert.equal(finishReason, 'stop');
  },
);
