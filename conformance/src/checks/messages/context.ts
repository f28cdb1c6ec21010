import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { streamedMessage, wholeMessage } from '../../calls/message-call.ts';
import { textReply } from '../../deployments/upstream.ts';
import { requireModels } from '../models/offered.ts';

const LONG = 'word '.repeat(60_000);
const TALK = [
  { role: 'user', content: 'start' },
  { role: 'assistant', content: LONG },
  { role: 'user', content: 'and now?' },
];
const managed = (edit: object) => ({ model: 'Svc Code', context_management: { edits: [edit] } });
const COMPACT = { type: 'compact', trigger: { type: 'input_tokens', value: 50_000 } };
const ONE_EDIT = [{ type: 'compact', cleared_input_tokens: 'a number' }];

function withoutCounts(
  edits: readonly { type: string; cleared_input_tokens: number }[] | undefined,
): unknown {
  return edits?.map(({ type, cleared_input_tokens: cleared }) => ({
    type,
    cleared_input_tokens: cleared > 0 ? 'a number' : cleared,
  }));
}

check(
  'MSG-33 MSG-18',
  'a long conversation is compacted into a summary that precedes the answer, streamed or not (D-39, D-48)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Code');
    deployment.upstream.script(textReply('they met'));
    for (const ask of [wholeMessage, streamedMessage]) {
      const reply = await ask(deployment, { messages: TALK, ...managed(COMPACT) });
      assert.deepEqual(reply.content, [
        { type: 'compaction', summary: 'they met' },
        { type: 'text', text: 'they met' },
      ]);
      assert.deepEqual(withoutCounts(reply.context_management?.applied_edits), ONE_EDIT);
    }
    const prompts = deployment.upstream.requests.map(({ text }) => text.includes(LONG));
    assert.deepEqual(prompts, [true, false, true, false]);
  },
);

check(
  'MSG-33 MSG-43',
  'a reply may pause after its summary, and continues from it when it is sent back (D-39)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Code');
    deployment.upstream.script(textReply('they met'));
    const paused = await wholeMessage(deployment, {
      messages: TALK,
      ...managed({ ...COMPACT, pause_after: true }),
    });
    assert.deepEqual(
      [paused.stop_reason, paused.content],
      ['pause', [{ type: 'compaction', summary: 'they met' }]],
    );
    const resumed = await wholeMessage(deployment, {
      model: 'Svc Code',
      messages: [...TALK, { role: 'assistant', content: paused.content }, { role: 'user', content: 'go on' }],
    });
    assert.deepEqual(resumed.content, [{ type: 'text', text: 'they met' }]);
    assert.ok(
      !deployment.upstream.requests.at(-1)!.text.includes(LONG),
      'what is before the summary is left out',
    );
  },
);

check('MSG-18', 'old tool results are cleared, the newest are kept (D-39)', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  const round = (id: string): object[] => [
    { role: 'assistant', content: [{ type: 'tool_call', id, name: 'f', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_call_id: id, content: `${id} ${'word '.repeat(500)}` }],
    },
  ];
  const reply = await wholeMessage(deployment, {
    messages: [{ role: 'user', content: 'go' }, ...['c1', 'c2', 'c3'].flatMap(round)],
    tools: [{ type: 'function', function: { name: 'f' } }],
    ...managed({ type: 'clear_tool_results', trigger: { type: 'input_tokens', value: 1000 }, keep: 1 }),
  });
  assert.deepEqual(withoutCounts(reply.context_management?.applied_edits), [
    { ...ONE_EDIT[0], type: 'clear_tool_results' },
  ]);
  const { text } = await deployment.upstream.nextRequest();
  assert.deepEqual(
    ['c1 word', 'c2 word', 'c3 word'].map((result) => text.includes(result)),
    [false, false, true],
  );
});

check('CHAT-84', 'chat does not support compaction, and refuses it (D-39)', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  const flag = { headers: { 'svc-beta': 'chat-extensions-2026-12-01' } };
  const response = await chat(deployment, managed(COMPACT), flag);
  assertError(response, { status: 400, code: 'unsupported_parameter', param: 'context_management' });
});
