import { Message } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { askStream, askWhole, body, MESSAGES, startMessages } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startMessages(upstream.baseUrl, {
    limits: { chat_requests_per_minute: 1_000_000, keep_alive_s: 1 },
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const TOOLS = ['weather', 'clock'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object' } },
}));

it('MSG-01 MSG-11 MSG-40 MSG-41 MSG-42 MSG-43 MSG-44 MSG-45 answers a minimal body with one message', async () => {
  const response = await service.post(MESSAGES, MAIN_KEY, body());
  const message = Message.parse(await response.json());
  expect(message).toMatchObject({
    type: 'message',
    role: 'assistant',
    model: 'Svc Standard',
    stop_reason: 'end_turn',
    stop_sequence: null,
  });
  expect(message.content).toEqual([{ type: 'text', text: 'Hello' }]);
  expect(message.request_id).toBe(response.headers.get('x-svc-request-id'));
  expect(response.headers.get('svc-version')).toBe('2026-11-01');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-svc-billing-source')).toBe('subscription');
});

it('MSG-12 MSG-44 stops at a stop sequence, across chunks, and bills what was generated', async () => {
  upstream.script(
    rawReply([
      ...['one ', 'tw', 'o STO', 'P three'].map((content) => sse(chunk({ content }))),
      sse(chunk({ content: 'never' })),
    ]),
  );
  const { message } = await askStream(service, { stop_sequences: ['STOP', 'never'] });
  expect(message).toMatchObject({
    content: [{ type: 'text', text: 'one two ' }],
    stop_reason: 'stop_sequence',
    stop_sequence: 'STOP',
  });
  // "one two STOP": the words and the sequence, and nothing after it.
  expect(message!.usage.output_tokens).toBeGreaterThanOrEqual(3);
  expect(message!.usage.output_tokens).toBeLessThanOrEqual(5);
  expect(await askWhole(service, { stop_sequences: ['STOP'] })).toMatchObject({
    content: message!.content,
    stop_sequence: 'STOP',
  });
  upstream.script(textReply('nothing of the kind'));
  expect(await askWhole(service, { stop_sequences: ['STOP'] })).toMatchObject({
    stop_reason: 'end_turn',
    stop_sequence: null,
  });
});

it('MSG-13 to MSG-17 D-37 requested options reach the engine, and nothing else does', async () => {
  upstream.script(textReply('ok'));
  const asked = {
    temperature: 0.5,
    top_p: 0.9,
    top_k: 7,
    reasoning: { effort: 'high' },
    parallel_tool_calls: false,
  };
  await askWhole(service, {
    ...asked,
    tools: TOOLS,
    tool_choice: { type: 'any' },
    metadata: { a: 'b' },
    stop_sequences: ['x'],
  });
  const { messages: _messages, tools, ...rest } = upstream.requests.at(-1)!.body;
  expect(tools).toEqual(TOOLS);
  expect(rest).toEqual({
    model: 'upstream-standard',
    prompt_cache_key: expect.stringMatching(/^[\w-]{43}$/) as string,
    max_tokens: 1000,
    temperature: 0.5,
    top_p: 0.9,
    top_k: 7,
    reasoning_effort: 'high',
    parallel_tool_calls: false,
    tool_choice: 'required',
    stream: true,
    stream_options: { include_usage: true },
  });
  await askWhole(service);
  expect(Object.keys(upstream.requests.at(-1)!.body).toSorted()).toEqual([
    'max_tokens',
    'messages',
    'model',
    'prompt_cache_key',
    'stream',
  ]);
});

it('MSG-15 MSG-17 enforces the tool choice on the engine', async () => {
  upstream.script(toolCalls(['weather', 'clock'].map((name) => ({ name, arguments: '{}' }))));
  const names = async (fields: object): Promise<string[]> =>
    (await askWhole(service, { tools: TOOLS, ...fields })).content.flatMap((block) =>
      block.type === 'tool_call' ? [block.name] : [],
    );
  expect(await names({})).toEqual(['weather', 'clock']);
  expect(await names({ parallel_tool_calls: false })).toEqual(['weather']);
  expect(await names({ tool_choice: { type: 'tool', name: 'clock' } })).toEqual(['clock']);
  expect(await names({ tool_choice: { type: 'none' } })).toEqual([]);
});

it('MSG-26 to MSG-31 BILL-09 a conversation with every block type reaches the engine as these turns', async () => {
  upstream.script(textReply('ok'));
  const png = 'iVBORw0KGgoAAAANSUhEUgAA';
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } };
  await askWhole(service, {
    system: [{ type: 'text', text: 'Be brief.' }],
    tools: TOOLS,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'What is ' }, { type: 'text', text: 'this?' }, image] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_call', id: 'c1', name: 'weather', input: { a: 1 } },
          { type: 'tool_call', id: 'c2', name: 'clock', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'There.' },
          { type: 'tool_result', tool_call_id: 'c2', content: [{ type: 'text', text: 'noon' }, image] },
          { type: 'tool_result', tool_call_id: 'c1', content: 'none', is_error: true },
        ],
      },
      { role: 'assistant', content: 'It is' },
    ],
  });
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } };
  const call = (id: string, name: string, input: string) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  });
  expect((upstream.requests.at(-1)!.body['messages'] as object[]).slice(1)).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'What is this?' }, picture] },
    {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [call('c1', 'weather', '{"a":1}'), call('c2', 'clock', '{}')],
    },
    { role: 'tool', tool_call_id: 'c2', content: 'noon' },
    { role: 'tool', tool_call_id: 'c1', content: 'Error: none' },
    { role: 'user', content: [{ type: 'text', text: 'There.' }, picture] },
    { role: 'assistant', content: 'It is' },
  ]);
});
