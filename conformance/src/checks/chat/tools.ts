import assert from 'node:assert/strict';
import { assertChatRefused, INVALID_REQUEST } from '../../calls/assert-refused.ts';
import { HELLO, streamedReply, tool, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { jsonReply, textReply, toolCalls } from '../../deployments/upstream.ts';

const WEATHER = { name: 'weather', arguments: '{"city":"Bern"}' };
const CLOCK = { name: 'clock', arguments: '{}' };
const TOOLS = [tool('weather'), tool('clock')];

check(
  'CHAT-14 CHAT-33 CHAT-34',
  'tools reach the engine with description and schema unchanged',
  async (deployment) => {
    const parameters = {
      type: 'object',
      properties: { 'a b': { type: ['string', 'null'], enum: ['x', null] } },
      required: ['a b'],
      $defs: {},
      additionalProperties: false,
    };
    const tools = [
      {
        type: 'function',
        function: { name: 'get-Weather_2', description: 'Says "é" — and\nmore.', parameters },
      },
    ];
    await wholeReply(deployment, { tools });
    assert.deepEqual((await deployment.upstream.nextRequest()).body['tools'], tools);
  },
);

check('CHAT-14', 'without tools or with an empty list, the engine gets no tools', async (deployment) => {
  for (const fields of [{}, { tools: [] }, { tools: [], tool_choice: 'auto' }]) {
    await wholeReply(deployment, fields);
    assert.ok(!((await deployment.upstream.nextRequest()).body['tools'] as unknown[] | undefined)?.length);
  }
});

check('CHAT-15', 'tool_choice auto lets the model choose between text and calls', async (deployment) => {
  deployment.upstream.script(textReply('Just a text.'));
  assert.equal((await wholeReply(deployment, { tools: TOOLS, tool_choice: 'auto' })).content, 'Just a text.');
  deployment.upstream.script(toolCalls([WEATHER]));
  assert.equal((await wholeReply(deployment, { tools: TOOLS, tool_choice: 'auto' })).calls.length, 1);
  for (const request of deployment.upstream.requests)
    assert.ok([undefined, 'auto'].includes(request.body['tool_choice'] as string | undefined));
});

check(
  'CHAT-16 CHAT-48',
  'tool_choice none gives no calls, even if the engine makes some',
  async (deployment) => {
    deployment.upstream.script(toolCalls([WEATHER]));
    const whole = await wholeReply(deployment, { tools: TOOLS, tool_choice: 'none' });
    assert.deepEqual(whole.calls, []);
    assert.equal(whole.finishReason, 'stop');
    const streamed = await streamedReply(deployment, { tools: TOOLS, tool_choice: 'none' });
    assert.deepEqual(streamed.calls, []);
    assert.equal(streamed.finishReason, 'stop');
  },
);

check(
  'CHAT-17',
  'a named function is the only choice for the engine, and calls of other functions are dropped',
  async (deployment) => {
    const choice = { type: 'function', function: { name: 'clock' } };
    deployment.upstream.script(toolCalls([WEATHER, CLOCK]));
    const whole = await wholeReply(deployment, { tools: TOOLS, tool_choice: choice });
    assert.deepEqual((await deployment.upstream.nextRequest()).body['tool_choice'], choice);
    assert.deepEqual(
      whole.calls.map((call) => call.function.name),
      ['clock'],
    );
    const streamed = await streamedReply(deployment, { tools: TOOLS, tool_choice: choice });
    assert.deepEqual(
      streamed.calls.map(({ name }) => name),
      ['clock'],
    );
  },
);

const BAD_TOOLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['tools that is an object', { tools: {} }],
  ['tools that is a text', { tools: 'weather' }],
  ['a tool that is null', { tools: [null] }],
  ['a tool of another type', { tools: [{ type: 'web_search', function: { name: 'f' } }] }],
  ['a tool without type', { tools: [{ function: { name: 'f' } }] }],
  ['a tool without function', { tools: [{ type: 'function' }] }],
  ['a function without name', { tools: [{ type: 'function', function: {} }] }],
  ['a function with an empty name', { tools: [{ type: 'function', function: { name: '' } }] }],
  ['a function whose name is a number', { tools: [{ type: 'function', function: { name: 5 } }] }],
  ['tool_choice required', { tools: TOOLS, tool_choice: 'required' }],
  ['tool_choice that is a number', { tools: TOOLS, tool_choice: 1 }],
  ['tool_choice of another type', { tools: TOOLS, tool_choice: { type: 'tool', name: 'clock' } }],
  ['tool_choice without a name', { tools: TOOLS, tool_choice: { type: 'function', function: {} } }],
  [
    'tool_choice naming an undeclared function',
    { tools: TOOLS, tool_choice: { type: 'function', function: { name: 'other' } } },
  ],
  [
    'tool_choice naming a function without tools',
    { tool_choice: { type: 'function', function: { name: 'clock' } } },
  ],
];

for (const [what, fields] of BAD_TOOLS) {
  check('CHAT-31', `${what} is refused (D-22)`, async (deployment) => {
    await assertChatRefused(deployment, fields, INVALID_REQUEST);
  });
}

check(
  'CHAT-32',
  'a function name may have any letters, digits, _ and -, and no other rule is enforced (D-22)',
  async (deployment) => {
    for (const name of ['get-Weather_2', '_', '-', '0', 'x'.repeat(64), 'Grüezi 1.0'])
      await wholeReply(deployment, { tools: [tool(name)] });
  },
);

check('CHAT-31', 'description and parameters are optional', async (deployment) => {
  await wholeReply(deployment, { tools: [{ type: 'function', function: { name: 'f' } }] });
});

check(
  'CHAT-35 CHAT-36 CHAT-47 CHAT-51',
  'a call is returned with id, type, name and arguments as a string',
  async (deployment) => {
    deployment.upstream.script(toolCalls([WEATHER]));
    const reply = await wholeReply(deployment, { tools: TOOLS });
    const [made] = reply.calls;
    assert.deepEqual(Object.keys(made ?? {}).toSorted(), ['function', 'id', 'type']);
    assert.ok(made?.id);
    assert.equal(made.type, 'function');
    assert.deepEqual(made.function, WEATHER);
    assert.ok(reply.content === null || reply.content === '', 'CHAT-47 no text beside calls only');
    assert.equal(reply.finishReason, 'tool_calls');
  },
);

check(
  'CHAT-35 BILL-11',
  'the id of a call is assigned by the service, not by the engine',
  async (deployment) => {
    deployment.upstream.script(toolCalls([{ ...WEATHER, id: 'upstream-call-marker' }]));
    await wholeReply(deployment, { tools: TOOLS });
    await streamedReply(deployment, { tools: TOOLS });
  },
);

check('CHAT-37', 'one reply may make several calls, each with its own id', async (deployment) => {
  deployment.upstream.script(toolCalls([WEATHER, CLOCK, WEATHER]));
  const { calls } = await wholeReply(deployment, { tools: TOOLS });
  assert.deepEqual(
    calls.map((call) => call.function),
    [WEATHER, CLOCK, WEATHER],
  );
  assert.equal(new Set(calls.map(({ id }) => id)).size, 3);
});

check(
  'CHAT-64 CHAT-37 CHAT-51',
  'several calls are streamed as deltas that concatenate to what the model wrote (D-27)',
  async (deployment) => {
    deployment.upstream.script(toolCalls([WEATHER, CLOCK]));
    const { calls, finishReason } = await streamedReply(deployment, { tools: TOOLS });
    assert.deepEqual(
      calls.map(({ name, arguments: text }) => ({ name, arguments: text })),
      [WEATHER, CLOCK],
    );
    assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
    assert.equal(finishReason, 'tool_calls');
  },
);

check('CHAT-38', 'arguments that are not JSON are delivered unchanged', async (deployment) => {
  for (const broken of ['{"a":', 'city=Bern', '{"a":1}}']) {
    deployment.upstream.script(toolCalls([{ name: 'weather', arguments: broken }]));
    assert.equal((await wholeReply(deployment, { tools: TOOLS })).calls[0]?.function.arguments, broken);
    assert.equal((await streamedReply(deployment, { tools: TOOLS })).calls[0]?.arguments, broken);
  }
});

check(
  'CHAT-39',
  'a conversation continues with the unchanged message of calls and one result per call',
  async (deployment) => {
    deployment.upstream.script(toolCalls([WEATHER, CLOCK]));
    const first = await wholeReply(deployment, { tools: TOOLS });
    deployment.upstream.script(textReply('Sunny at noon.'));
    const results = first.calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'result' }));
    const assistant = { role: 'assistant', content: first.content, tool_calls: first.calls };
    const second = await wholeReply(deployment, {
      tools: TOOLS,
      messages: [...HELLO, assistant, ...results],
    });
    assert.equal(second.finishReason, 'stop');
    assert.equal(second.content, 'Sunny at noon.');
    const sent = deployment.upstream.requests.at(-1)?.body['messages'] as { tool_calls?: unknown }[];
    assert.deepEqual(sent.slice(-2), results);
    assert.deepEqual(sent.at(-3)?.tool_calls, first.calls);
  },
);

check('CHAT-47 CHAT-51', 'a reply may have both text and calls', async (deployment) => {
  const message = {
    role: 'assistant',
    content: 'Let me see.',
    tool_calls: [{ id: 'c', type: 'function', function: WEATHER }],
  };
  deployment.upstream.script(
    jsonReply({
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
      usage: { prompt_tokens: 4, completion_tokens: 6 },
    }),
  );
  const reply = await wholeReply(deployment, { tools: TOOLS });
  assert.equal(reply.content, 'Let me see.');
  assert.equal(reply.calls.length, 1);
});
