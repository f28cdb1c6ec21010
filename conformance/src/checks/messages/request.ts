import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { assertMessageRefused, message, MESSAGES, wholeMessage } from '../../calls/message-call.ts';
import { requireModels, requireFixtureModels } from '../models/offered.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const text = (value: string) => ({ type: 'text', text: value });
const call = (id: string, input: unknown = {}) => ({ type: 'tool_call', id, name: 'f', input });
const result = (id: string, more: object = {}) => ({ type: 'tool_result', tool_call_id: id, ...more });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const blocks = (...content: unknown[]) => ({ messages: [user(content)] });
const times = (count: number, item: unknown) => Array.from({ length: count }, () => item);

check(
  'MSG-01 MSG-11 VER-07',
  'a minimal body is answered as JSON, without a beta flag or version',
  async (deployment) => {
    const { content, role, type } = await wholeMessage(deployment);
    assert.deepEqual([type, role], ['message', 'assistant']);
    assert.ok(content.length > 0);
  },
);

const REFUSED: readonly (readonly [
  rules: string,
  what: string,
  fields: Readonly<Record<string, unknown>>,
  code: string,
  param: string | null,
])[] = [
  ['MSG-02 MSG-67', 'no model', { model: undefined }, 'invalid_request', 'model'],
  ['MSG-04', 'no turns', { messages: [] }, 'messages_required', 'messages'],
  ['MSG-04', 'omitted messages', { messages: undefined }, 'messages_required', 'messages'],
  [
    'MSG-05',
    'two user turns in a row',
    { messages: [user('a'), user('b')] },
    'invalid_request',
    'messages[1].role',
  ],
  [
    'MSG-05',
    'a first turn by the assistant',
    { messages: [assistant('a')] },
    'invalid_request',
    'messages[0].role',
  ],
  [
    'MSG-06',
    'a system turn',
    { messages: [{ role: 'system', content: 'a' }] },
    'invalid_request',
    'messages[0].role',
  ],
  ['MSG-07', 'no max_tokens', { max_tokens: undefined }, 'max_tokens_required', 'max_tokens'],
  ['MSG-12', 'five stop sequences', { stop_sequences: times(5, 'x') }, 'invalid_request', 'stop_sequences'],
  [
    'MSG-15',
    'a tool_choice that is a string',
    { tools: [tool], tool_choice: 'auto' },
    'invalid_request',
    'tool_choice',
  ],
  [
    'MSG-15',
    'a tool_choice of an unknown tool',
    { tools: [tool], tool_choice: { type: 'tool', name: 'g' } },
    'invalid_request',
    'tool_choice.name',
  ],
  [
    'MSG-19',
    '17 metadata entries',
    { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'x'])) },
    'invalid_request',
    'metadata',
  ],
  [
    'MSG-19',
    'a metadata value of 513 characters',
    { metadata: { k: 'x'.repeat(513) } },
    'invalid_request',
    'metadata.k',
  ],
  ['MSG-22', 'an unknown field', { foo: 1 }, 'unknown_parameter', 'foo'],
  ['MSG-22', 'seed, which chat ignores', { seed: 1 }, 'unknown_parameter', 'seed'],
  [
    'MSG-22',
    'an unknown field in a block',
    blocks({ ...text('a'), foo: 1 }),
    'unknown_parameter',
    'messages[0].content[0].foo',
  ],
  [
    'MSG-24',
    '101 images',
    { model: 'Svc Code', ...blocks(...times(101, image)) },
    'invalid_request',
    'messages',
  ],
  [
    'MSG-25',
    '21 documents',
    blocks(...times(21, { type: 'document', source: { type: 'file', file_id: 'f' } })),
    'invalid_request',
    'messages',
  ],
  [
    'MSG-30',
    'a call whose input is a string',
    { messages: [user('a'), assistant([call('c', '{}')])] },
    'invalid_request',
    'messages[1].content[0].input',
  ],
  ['MSG-34', 'an unknown block', blocks({ type: 'video' }), 'invalid_block_type', 'messages[0].content[0]'],
  [
    'MSG-28 MSG-34',
    'an image of the assistant',
    { messages: [user('a'), assistant([image])] },
    'invalid_block_type',
    'messages[1].content[0]',
  ],
  ['MSG-30 MSG-34', 'a call of the user', blocks(call('c')), 'invalid_block_type', 'messages[0].content[0]'],
  [
    'MSG-31 MSG-34',
    'a result of the assistant',
    { messages: [user('a'), assistant([result('c')])] },
    'invalid_block_type',
    'messages[1].content[0]',
  ],
  [
    'MSG-32 MSG-34',
    'reasoning of the user',
    blocks({ type: 'reasoning', text: 'a', signature: 'b' }),
    'invalid_block_type',
    'messages[0].content[0]',
  ],
  [
    'MSG-33 MSG-34',
    'a compaction of the user',
    blocks({ type: 'compaction', summary: 'a' }),
    'invalid_block_type',
    'messages[0].content[0]',
  ],
  [
    'MSG-35',
    'a call without a result',
    { messages: [user('a'), assistant([text('b'), call('c')]), user('d')] },
    'unmatched_tool_call',
    'messages[1].content[1]',
  ],
  ['MSG-35', 'a result without a call', blocks(result('c')), 'unmatched_tool_call', 'messages[0].content[0]'],
  [
    'MSG-36',
    'an image for a model that reads text',
    blocks(text('a'), image),
    'unsupported_content',
    'messages[0].content[1]',
  ],
  [
    'MSG-13',
    'temperature without the capability',
    { temperature: 1 },
    'unsupported_parameter',
    'temperature',
  ],
  [
    'MSG-38',
    'reasoning this service never wrote',
    {
      messages: [
        user('a'),
        assistant([{ type: 'reasoning', text: 'a', signature: 'v1.a.b.c.d' }]),
        user('c'),
      ],
    },
    'invalid_reasoning_block',
    'messages[1].content[0]',
  ],
];

for (const [rules, what, fields, code, param] of REFUSED) {
  check(rules, `${what} is refused on messages`, async (deployment) => {
    if (rules === 'MSG-13' || rules === 'MSG-36') await requireFixtureModels(deployment);
    await assertMessageRefused(deployment, fields, { status: 400, code, param });
  });
}

check('MSG-04', '500 turns are accepted and 501 are refused (D-50)', async (deployment) => {
  const turns = (count: number) =>
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? user('a') : assistant('b')));
  await wholeMessage(deployment, { messages: turns(500) });
  assertError(await message(deployment, { messages: turns(501) }), {
    status: 413,
    code: 'too_many_messages',
    param: 'messages',
    extra: { max_messages: 500 },
  });
});

check(
  'MSG-03',
  'an unknown model is not found, and neither is one outside the plan (D-51)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Premium');
    for (const model of ['svc standard', 'no such model', 'Svc Premium', 'svc-embed-1'])
      await assertMessageRefused(
        deployment,
        { model },
        { status: 404, code: 'model_not_found', param: 'model' },
      );
  },
);

check('MSG-08', 'max_tokens may not exceed the maximum of the model', async (deployment) => {
  await requireFixtureModels(deployment);
  await assertMessageRefused(
    deployment,
    { max_tokens: 16_385 },
    { status: 400, code: 'max_tokens_required', param: 'max_tokens' },
  );
  await wholeMessage(deployment, { max_tokens: 16_384 });
});

check(
  'MSG-10 MSG-26 BILL-09',
  'both forms of system and of content reach the engine as the same prompt',
  async (deployment) => {
    const sent: unknown[] = [];
    for (const system of ['Be brief.', [text('Be brief.')]]) {
      for (const content of ['Hello', [text('Hello')]]) {
        await wholeMessage(deployment, { system, messages: [user(content)] });
        sent.push((await deployment.upstream.nextRequest()).body['messages']);
      }
    }
    for (const one of sent) assert.deepEqual(one, sent[0]);
    assert.deepEqual((sent[0] as object[]).slice(1), [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ]);
  },
);

check('MSG-74', 'a file that does not exist is not found (D-54)', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  const content = [{ type: 'image', source: { type: 'file', file_id: 'file_none' } }];
  const expected = { status: 404, code: 'file_not_found', param: 'messages[0].content[0].source.file_id' };
  await assertMessageRefused(deployment, { model: 'Svc Code', messages: [user(content)] }, expected);
});

check('MSG-68', 'messages accepts POST only (D-02)', async (deployment) => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const response = await deployment.send(MESSAGES, { method });
    assertError(response, { status: 405, code: 'method_not_allowed' });
    assert.equal(response.headers.allow, 'POST');
  }
  const counting = await deployment.post(`${MESSAGES}/count_tokens`, {});
  assertError(counting, { status: 405, code: 'endpoint_not_supported' });
});
