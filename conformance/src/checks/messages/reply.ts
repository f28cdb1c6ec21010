import assert from 'node:assert/strict';
import type { Message } from '@svc/contract';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { assertMessageStream, message, streamedMessage, wholeMessage } from '../../calls/message-call.ts';
import {
  chunk,
  DESTROY,
  errorReply,
  rawReply,
  sse,
  streamOf,
  textReply,
  toolCalls,
  type Reply,
} from '../../deployments/upstream.ts';

const TOOLS = ['weather', 'clock'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object' } },
}));
const REASON = { model: 'Svc Code', reasoning: { effort: 'low' } };

/** What does not differ between the two forms of one answer. */
function comparable({ content, ...head }: Message): unknown {
  const blocks = content.map((block) => {
    if (block.type === 'reasoning') return { ...block, signature: '' };
    return block.type === 'tool_call' ? { ...block, id: '' } : block;
  });
  return { ...head, id: '', request_id: '', content: blocks };
}

async function bothFormats(
  deployment: Deployment,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Message> {
  const whole = await wholeMessage(deployment, fields);
  assert.deepEqual(
    comparable(await streamedMessage(deployment, fields)),
    comparable(whole),
    'MSG-64 both forms say the same',
  );
  return whole;
}

const usage = {
  prompt_tokens: 20,
  completion_tokens: 8,
  prompt_tokens_details: { cached_tokens: 16 },
  completion_tokens_details: { reasoning_tokens: 3 },
};

check(
  'MSG-64 MSG-42 MSG-46 MSG-47 MSG-48 MSG-49',
  'a text reply, streamed or not, has the token counts of the engine',
  async (deployment) => {
    deployment.upstream.script(textReply('one two three', { usage }));
    const whole = await bothFormats(deployment);
    assert.deepEqual(whole.content, [{ type: 'text', text: 'one two three' }]);
    assert.deepEqual(whole.usage, {
      input_tokens: 20,
      cached_input_tokens: 16,
      output_tokens: 8,
      reasoning_tokens: 3,
    });
  },
);

check(
  'MSG-64 MSG-62 MSG-30',
  'a reply with several calls, streamed or not, has ids of this service',
  async (deployment) => {
    deployment.upstream.script(
      toolCalls([
        { id: 'upstream-call-marker', name: 'weather', arguments: '{"city":"Ulm"}' },
        { name: 'clock', arguments: '' },
      ]),
    );
    const { content, stop_reason: reason } = await bothFormats(deployment, { tools: TOOLS });
    assert.equal(reason, 'tool_call');
    assert.deepEqual(
      content.map((block) => (block.type === 'tool_call' ? [block.name, block.input] : block.type)),
      [
        ['weather', { city: 'Ulm' }],
        ['clock', {}],
      ],
    );
  },
);

check(
  'MSG-64 MSG-32 MSG-37 MSG-38',
  'reasoning is signed, accepted back unchanged, and refused if edited',
  async (deployment) => {
    const reply = streamOf([chunk({ reasoning_content: 'Let me think.' }), 'So.'], {
      finishReason: 'stop',
      usage,
    });
    deployment.upstream.script(reply);
    const { content } = await streamedMessage(deployment, REASON);
    assert.deepEqual(
      content.map(({ type }) => type),
      ['reasoning', 'text'],
      'D-37 reasoning comes before what it led to',
    );
    const history = (sent: unknown) => ({
      ...REASON,
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: sent },
        { role: 'user', content: 'b' },
      ],
    });
    await streamedMessage(deployment, history(content));
    const [first, ...rest] = content;
    const invalid = (param: string) => ({ status: 400, code: 'invalid_reasoning_block', param });
    assertError(
      await message(deployment, history([{ ...first, text: 'Let me not.' }, ...rest])),
      invalid('messages[1].content[0]'),
    );
    assertError(await message(deployment, history(rest)), invalid('messages[1].content'));
    assertError(
      await message(deployment, history(content), { as: 'narrow_org' }),
      invalid('messages[1].content[0]'),
    );
  },
);

for (const [reason, expected] of [
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['content_filter', 'content_filter'],
] as const) {
  check(
    'MSG-43 MSG-59',
    `finish reason ${reason} of the engine becomes ${expected} (D-44)`,
    async (deployment) => {
      deployment.upstream.script(textReply('some', { finishReason: reason }));
      assert.equal((await bothFormats(deployment)).stop_reason, expected);
    },
  );
}

check(
  'MSG-12 MSG-44',
  'a reply ends before the stop sequence, even if the engine does not stop',
  async (deployment) => {
    const chunks = ['one ', 'two S', 'TO', 'P three'].map((content) => sse(chunk({ content })));
    deployment.upstream.script(rawReply([...chunks, sse(chunk({}, 'stop')), sse('[DONE]')]));
    const reply = await bothFormats(deployment, { stop_sequences: ['STOP'] });
    assert.deepEqual(
      [reply.content, reply.stop_reason, reply.stop_sequence],
      [[{ type: 'text', text: 'one two ' }], 'stop_sequence', 'STOP'],
    );
  },
);

check(
  'MSG-16 MSG-17',
  'a forced tool call and no parallel calls are requested and enforced',
  async (deployment) => {
    const calls = toolCalls([
      { name: 'weather', arguments: '{}' },
      { name: 'clock', arguments: '{}' },
    ]);
    deployment.upstream.script(calls);
    const { content } = await bothFormats(deployment, {
      tools: TOOLS,
      tool_choice: { type: 'any' },
      parallel_tool_calls: false,
    });
    assert.equal(content.length, 1);
    const { body } = await deployment.upstream.nextRequest();
    assert.deepEqual([body['tool_choice'], body['parallel_tool_calls']], ['required', false]);
  },
);

check(
  'MSG-53 MSG-54 MSG-55 MSG-56 MSG-57 MSG-58 MSG-60 MSG-52',
  'events come in the documented order',
  async (deployment) => {
    deployment.upstream.script(textReply('a b'));
    const { events } = assertMessageStream(await message(deployment, { stream: true }));
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type !== 'ping'),
      [
        'message_start',
        'block_start',
        'block_delta',
        'block_delta',
        'block_stop',
        'message_delta',
        'message_stop',
      ],
    );
  },
);

check(
  'MSG-61',
  'pings are sent while the stream is idle (D-49)',
  async (deployment) => {
    const words = sse(chunk({ content: 'a' }));
    deployment.upstream.script(
      rawReply([words, { delayMs: 2500 }, words, sse(chunk({}, 'stop')), sse('[DONE]')]),
    );
    const { events } = assertMessageStream(await message(deployment, { stream: true }));
    assert.ok(
      events.some(({ type }) => type === 'ping'),
      'there is a ping within 2.5 s where one is due every second',
    );
  },
  { variant: 'short-times' },
);

check(
  'MSG-63',
  'a failure after the start gives an error event with the usual envelope and ends the stream',
  async (deployment) => {
    deployment.upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
    const response = await message(deployment, { stream: true });
    const { error } = assertMessageStream(response);
    assert.equal(error?.error.code, 'upstream_error');
    assert.equal(error.request_id, response.headers['x-request-id']);
  },
);

const FAULTS: readonly (readonly [Reply, number, string])[] = [
  [errorReply(500), 502, 'upstream_error'],
  [errorReply(401), 500, 'server_misconfigured'],
  [errorReply(429), 429, 'model_busy'],
  [errorReply(503), 503, 'overloaded'],
  [errorReply(529), 503, 'overloaded'],
];
check(
  'MSG-65 MSG-66',
  'failures before the start keep their status, and a full engine gives overloaded (D-19)',
  async (deployment) => {
    for (const [reply, status, code] of FAULTS) {
      deployment.upstream.script(reply);
      for (const stream of [false, true])
        assertError(await message(deployment, { stream }), { status, code });
    }
  },
);
