import assert from 'node:assert/strict';
import { HELLO, streamedReply, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';

const STRIPPED = { temperature: 0.3, top_p: 0.5, n: 3, presence_penalty: 1, frequency_penalty: -1 };
const IGNORED = {
  response_format: { type: 'json_object' },
  seed: 7,
  stop: ['x'],
  logprobs: true,
  user: 'u-1',
  metadata: { a: 'b' },
  stream_options: { include_usage: false },
  parallel_tool_calls: false,
  reasoning: { effort: 'high' },
  prompt_cache_key: 'k',
  something_else: { deeply: ['nested'] },
};

/** All an engine is told: whatever else a caller sends stays here. */
const FORWARDED = new Set([
  'model',
  'messages',
  'max_tokens',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  // Ours, not the caller's.
  'prompt_cache_key',
]);

check('CHAT-18', 'sampling fields are accepted and never reach the engine', async (deployment) => {
  await wholeReply(deployment, STRIPPED);
  const { body } = await deployment.upstream.nextRequest();
  for (const name of Object.keys(STRIPPED)) assert.ok(!(name in body), name);
});

check('CHAT-18 CHAT-20', 'an ignored field may have any value', async (deployment) => {
  await wholeReply(deployment, {
    temperature: 'hot',
    top_p: -5,
    n: 'many',
    presence_penalty: null,
    response_format: 1,
    seed: 'x',
    stop: {},
    user: 9,
  });
});

check('CHAT-19', 'n: 3 gives one choice, streamed or not', async (deployment) => {
  await wholeReply(deployment, { n: 3 });
  await streamedReply(deployment, { n: 3 });
});

check('CHAT-20', 'unknown fields are dropped without an error and not forwarded', async (deployment) => {
  await wholeReply(deployment, IGNORED);
  const { body } = await deployment.upstream.nextRequest();
  for (const name of Object.keys(body)) assert.ok(FORWARDED.has(name), name);
  assert.notEqual(body['prompt_cache_key'], IGNORED.prompt_cache_key);
});

check('CHAT-20', 'unknown fields inside messages are dropped too (D-22)', async (deployment) => {
  await wholeReply(deployment, { messages: [{ ...HELLO[0], name: 'bob', weight: 3, __secret: { a: 1 } }] });
  const { body } = await deployment.upstream.nextRequest();
  assert.deepEqual((body['messages'] as unknown[]).at(-1), HELLO[0]);
});

check(
  'CHAT-66 CHAT-20',
  'a stream ends with usage even if stream_options turns it off',
  async (deployment) => {
    await streamedReply(deployment, { stream_options: { include_usage: false } });
  },
);
