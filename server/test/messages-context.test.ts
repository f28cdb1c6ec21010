import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  errorReply,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  streamOf,
  textReply,
  type RunningService,
  type ScriptedRequest,
  type ScriptedUpstream,
} from '#test-kit';
import { ableModel, askRefused, askStream, askWhole } from './messages/ask.ts';

const LONG = 'word '.repeat(400);
const TRIGGER = { type: 'input_tokens', value: 200 };
const COMPACT = { context_management: { edits: [{ type: 'compact', trigger: TRIGGER }] } };
const TALK = [
  { role: 'user', content: 'start' },
  { role: 'assistant', content: LONG },
  { role: 'user', content: 'and now?' },
];

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const deployment = {
    ...(ableModel(upstream.baseUrl) as object),
    limits: { compaction_trigger_min_tokens: 100 },
  };
  service = await startRunningService({ deployment, provisioning: oneOrganization() });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

/** A summary when one is requested, and an answer otherwise. */
function summarising(): void {
  upstream.script(({ body }: ScriptedRequest) =>
    JSON.stringify(body['messages']).includes('Write a summary')
      ? textReply('they met and parted', { usage: { prompt_tokens: 900, completion_tokens: 6 } })
      : textReply('then this', { usage: { prompt_tokens: 40, completion_tokens: 3 } }),
  );
}

it('MSG-33 D-39 puts a compaction block first, answers from it, and bills both generations in one usage', async () => {
  summarising();
  const message = await askWhole(service, { messages: TALK, ...COMPACT });
  expect(message.content).toEqual([
    { type: 'compaction', summary: 'they met and parted' },
    { type: 'text', text: 'then this' },
  ]);
  expect(message.usage).toMatchObject({ input_tokens: 940, output_tokens: 9 });
  expect(message.context_management).toEqual({
    applied_edits: [{ type: 'compact', cleared_input_tokens: expect.any(Number) }],
  });
  expect(message.context_management!.applied_edits[0]!.cleared_input_tokens).toBeGreaterThan(300);
  const responded = JSON.stringify(upstream.requests.at(-1)!.body['messages']);
  expect([
    responded.includes('they met'),
    responded.includes('and now?'),
    responded.includes('word word'),
  ]).toEqual([true, true, false]);
});

it('D-48 D-39 streams the summary as text deltas, and reports the edit with the usage', async () => {
  summarising();
  const { message, events } = await askStream(service, { messages: TALK, ...COMPACT });
  expect(message!.content.map(({ type }) => type)).toEqual(['compaction', 'text']);
  expect(events.find(({ type }) => type === 'block_start')).toEqual({
    type: 'block_start',
    index: 0,
    block: { type: 'compaction', summary: '' },
  });
  expect(events.find(({ type }) => type === 'block_delta')).toMatchObject({ delta: { type: 'text_delta' } });
  expect(events.at(-2)).toMatchObject({
    type: 'message_delta',
    context_management: { applied_edits: [{ type: 'compact' }] },
  });
});

it('D-39 pause_after returns only the summary, and continues when it is sent back', async () => {
  summarising();
  const edits = [{ type: 'compact', trigger: TRIGGER, pause_after: true }];
  const message = await askWhole(service, { messages: TALK, context_management: { edits } });
  expect([message.content, message.stop_reason]).toEqual([
    [{ type: 'compaction', summary: 'they met and parted' }],
    'pause',
  ]);
  const resumed = await askWhole(service, {
    messages: [...TALK, { role: 'assistant', content: message.content }],
  });
  expect(resumed.content).toEqual([{ type: 'text', text: 'then this' }]);
  const sent = upstream.requests.at(-1)!.body['messages'] as { role: string; content: string }[];
  expect(sent.filter(({ role }) => role !== 'system').map(({ role }) => role)).toEqual(['user']);
  expect(sent.at(-1)!.content).toContain('they met and parted');
});

it('D-39 omits what precedes a compaction block', async () => {
  upstream.script(textReply('ok'));
  const reply = [
    { type: 'compaction', summary: 'they met' },
    { type: 'text', text: 'so I said' },
  ];
  await askWhole(service, {
    messages: [...TALK, { role: 'assistant', content: reply }, { role: 'user', content: 'go on' }],
  });
  const sent = JSON.stringify(upstream.requests.at(-1)!.body['messages']);
  expect([sent.includes('word word'), sent.includes('they met'), sent.includes('so I said')]).toEqual([
    false,
    true,
    true,
  ]);
});

it('D-39 D-46 does not check reasoning that precedes a compaction block', async () => {
  upstream.script(
    streamOf([chunk({ reasoning_content: 'hm' }), 'thought of'], {
      finishReason: 'stop',
      usage: { prompt_tokens: 940, completion_tokens: 2 },
    }),
  );
  const { message } = await askStream(service, {
    reasoning: {},
    messages: [{ role: 'user', content: 'start' }],
  });
  const shortened = message!.content.filter(({ type }) => type === 'text');
  const talk = (...more: object[]) => ({
    messages: [
      { role: 'user', content: 'start' },
      { role: 'assistant', content: shortened },
      { role: 'user', content: 'x' },
      ...more,
    ],
  });
  expect(await askRefused(service, talk())).toMatchObject({
    code: 'invalid_reasoning_block',
    param: 'messages[1].content',
  });
  upstream.script(textReply('ok'));
  const summary = { role: 'assistant', content: [{ type: 'compaction', summary: 'they met' }] };
  await askWhole(service, talk(summary, { role: 'user', content: 'go on' }));
});

it('MSG-18 D-39 clears old tool results, keeps the newest, and reports the savings', async () => {
  upstream.script(textReply('ok'));
  const round = (id: string): object[] => [
    { role: 'assistant', content: [{ type: 'tool_call', id, name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_call_id: id, content: `${id} ${LONG}` }] },
  ];
  const messages = [{ role: 'user', content: 'go' }, ...round('c1'), ...round('c2'), ...round('c3')];
  const edits = [{ type: 'clear_tool_results', trigger: TRIGGER, keep: 1 }];
  const tools = [{ type: 'function', function: { name: 'f' } }];
  const message = await askWhole(service, { messages, tools, context_management: { edits } });
  expect(message.context_management!.applied_edits).toEqual([
    { type: 'clear_tool_results', cleared_input_tokens: expect.any(Number) },
  ]);
  const sent = JSON.stringify(upstream.requests.at(-1)!.body['messages']);
  expect(['c1 word', 'c2 word', 'c3 word'].map((text) => sent.includes(text))).toEqual([false, false, true]);
});

it('D-39 does and reports nothing below the trigger', async () => {
  upstream.script(textReply('ok'));
  const edits = [{ type: 'compact', trigger: { type: 'input_tokens', value: 5000 } }];
  const message = await askWhole(service, { messages: TALK, context_management: { edits } });
  expect([message.content.length, message.context_management]).toEqual([1, undefined]);
});

it('D-39 a failed summary fails the request and costs nothing; otherwise one record has both generations', async () => {
  upstream.script(errorReply(500));
  expect(await askRefused(service, { messages: TALK, ...COMPACT })).toMatchObject({
    status: 502,
    code: 'upstream_error',
  });
  summarising();
  await askWhole(service, { messages: TALK, ...COMPACT });
  const records = await service.stopAndReadUsage();
  expect(records.filter(({ input_tokens: tokens }) => tokens === 940)).toHaveLength(4);
  expect(records.every(({ estimated }) => !estimated)).toBe(true);
  // Every answered request, but not the failed one.
  expect(records).toHaveLength(10);
});
