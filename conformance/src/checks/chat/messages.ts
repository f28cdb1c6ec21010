import assert from 'node:assert/strict';
import { assertChatRefused, INVALID_REQUEST } from '../../calls/assert-refused.ts';
import { call, HELLO, streamedReply, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { textReply } from '../../deployments/upstream.ts';

const user = (content: unknown): object => ({ role: 'user', content });
const text = (value: string): object => ({ type: 'text', text: value });

/** The caller's messages as the engine got them, without the identity instruction. */
async function messagesAtEngine(deployment: Deployment, messages: readonly unknown[]): Promise<unknown[]> {
  await wholeReply(deployment, { messages });
  const { body } = await deployment.upstream.nextRequest();
  return (body['messages'] as unknown[]).slice(1);
}

check('CHAT-24 CHAT-25', 'each of the four roles is accepted with text', async (deployment) => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Looking.', tool_calls: [call('c1', 'f', '{}')] },
    { role: 'tool', tool_call_id: 'c1', content: 'Done.' },
  ];
  assert.deepEqual(await messagesAtEngine(deployment, messages), messages);
});

const BAD_MESSAGES: readonly (readonly [string, readonly unknown[]])[] = [
  ['an unknown role', [{ role: 'bot', content: 'x' }]],
  ['a role in capitals', [{ role: 'User', content: 'x' }]],
  ['no role', [{ content: 'x' }]],
  ['an item that is no object', ['Hi']],
  ['an item that is null', [null]],
  ['an item that is an array', [[]]],
  ['content that is a number', [user(3)]],
  ['content that is an object', [user({ text: 'x' })]],
  ['content left out', [{ role: 'user' }]],
  ['content null for a user', [user(null)]],
  ['content null for the system', [{ role: 'system', content: null }]],
  ['an assistant with neither content nor calls', [{ role: 'assistant', content: null }]],
  [
    'an assistant with null content and no calls in the list',
    [{ role: 'assistant', content: null, tool_calls: [] }],
  ],
  ['no part in the list', [user([])]],
  ['101 parts', [user(Array(101).fill(text('x')))]],
  ['a part of another type', [user([{ type: 'image_url', image_url: { url: 'https://x.test' } }])]],
  ['a part without text', [user([{ type: 'text' }])]],
  ['a tool message without tool_call_id', [...HELLO, { role: 'tool', content: 'x' }]],
  [
    'a tool message that answers no earlier call',
    [...HELLO, { role: 'tool', tool_call_id: 'c1', content: 'x' }],
  ],
  [
    'a call left unanswered before the next user message',
    [{ role: 'assistant', content: null, tool_calls: [call('c1', 'f', '{}')] }, user('x')],
  ],
  [
    'one of two calls left unanswered',
    [
      { role: 'assistant', content: null, tool_calls: [call('c1', 'f', '{}'), call('c2', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'c1', content: 'x' },
      user('x'),
    ],
  ],
];

for (const [what, messages] of BAD_MESSAGES) {
  check('CHAT-24', `${what} is refused (D-22, D-23)`, async (deployment) => {
    await assertChatRefused(deployment, { messages }, INVALID_REQUEST);
  });
}

check(
  'CHAT-26',
  'an assistant message with tool calls may have null, empty or no content',
  async (deployment) => {
    for (const content of [null, '', undefined]) {
      const messages = [
        { role: 'assistant', content, tool_calls: [call('c1', 'f', '{}')] },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
      ];
      await wholeReply(deployment, { messages });
    }
  },
);

check('CHAT-25', 'an empty text is accepted anywhere (D-22)', async (deployment) => {
  await wholeReply(deployment, {
    messages: [{ role: 'system', content: '' }, user(''), { role: 'assistant', content: '' }, user('x')],
  });
});

check('CHAT-27', 'text parts are concatenated in order', async (deployment) => {
  const [message] = await messagesAtEngine(deployment, [user([text('one '), text('two'), text('')])]);
  assert.deepEqual(message, user('one two'));
  await wholeReply(deployment, { messages: [user(Array(100).fill(text('x')))] });
});

check(
  'CHAT-28',
  'tool calls sent back reach the engine unchanged, the arguments byte for byte',
  async (deployment) => {
    for (const args of ['{"city" :  "Zürich\\n" }', '{"a":', '', 'not json', '{"\\u00e9":1e400}']) {
      const calls = [call('any id / 1', 'get-Weather_2', args)];
      const messages = [
        ...HELLO,
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'tool', tool_call_id: 'any id / 1', content: 'x' },
      ];
      const [, assistant] = await messagesAtEngine(deployment, messages);
      assert.deepEqual((assistant as { tool_calls: unknown }).tool_calls, calls);
    }
  },
);

check('CHAT-29', 'a tool message keeps the id of the call it answers, in any order', async (deployment) => {
  const calls = [call('c1', 'f', '{}'), call('c2', 'g', '{}')];
  const results = ['c2', 'c1'].map((id) => ({ role: 'tool', tool_call_id: id, content: `of ${id}` }));
  const sent = await messagesAtEngine(deployment, [
    ...HELLO,
    { role: 'assistant', content: null, tool_calls: calls },
    ...results,
  ]);
  assert.deepEqual(sent.slice(-2), results);
});

check('CHAT-30', 'system messages are accepted anywhere and more than once (D-24)', async (deployment) => {
  const messages = [
    { role: 'system', content: 'One.' },
    user('x'),
    { role: 'system', content: 'Two.' },
    user('y'),
  ];
  assert.deepEqual(await messagesAtEngine(deployment, messages), messages);
});

check('CHAT-25 CHAT-63', 'text in any script is unchanged in both directions', async (deployment) => {
  const content = 'Grüße – 漢字 – 🙂👩‍👩‍👧 – \u0000\u2028"\\';
  assert.deepEqual(await messagesAtEngine(deployment, [user(content)]), [user(content)]);
  deployment.upstream.script(textReply([content, content]));
  assert.equal((await wholeReply(deployment)).content, content + content);
  assert.equal((await streamedReply(deployment)).text, content + content);
});
