import { Message } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  MAIN_KEY,
  rawReply,
  readMessageStream,
  sse,
  STALL,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type Reply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { askRefused, askStream, askWhole, body, MESSAGES, startMessages } from './messages/ask.ts';

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

/** What is the same in the JSON answer and in the stream of one engine script. */
function comparable(message: Message): unknown {
  const signed = message.content.map((block) =>
    block.type === 'reasoning' ? { ...block, signature: 'signed' } : block,
  );
  const content = signed.map((block) => (block.type === 'tool_call' ? { ...block, id: 'id' } : block));
  return { ...message, id: 'id', request_id: 'request', content };
}

it('MSG-01 MSG-11 MSG-40 MSG-41 MSG-42 MSG-43 MSG-44 MSG-45 answers a minimal body with one message', async () => {
  const answer = await service.post(MESSAGES, MAIN_KEY, body());
  const message = Message.parse(await answer.json());
  expect(message).toMatchObject({
    type: 'message',
    role: 'assistant',
    model: 'Svc Standard',
    stop_reason: 'end_turn',
    stop_sequence: null,
  });
  expect(message.content).toEqual([{ type: 'text', text: 'Hello' }]);
  expect(message.request_id).toBe(answer.headers.get('x-svc-request-id'));
  expect(answer.headers.get('svc-version')).toBe('2026-11-01');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-svc-billing-source')).toBe('subscription');
});

describe('MSG-64 the stream adds up to the JSON answer', () => {
  const reasoned = [
    chunk({ reasoning_content: 'Let me ' }),
    chunk({ reasoning_content: 'think.' }),
    'The ',
    'answer.',
  ];
  const usage = { prompt_tokens: 40, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 32 } };
  const scripts: Readonly<Record<string, Reply>> = {
    text: textReply('one two three', { usage }),
    calls: toolCalls([
      { name: 'weather', arguments: '{"city":"Ulm"}' },
      { name: 'clock', arguments: '{}' },
    ]),
    nothing: textReply([]),
    cut: textReply('one two', { finishReason: 'length' }),
    filtered: textReply('one', { finishReason: 'content_filter' }),
  };
  it.each(Object.keys(scripts))('%s', async (name) => {
    upstream.script(scripts[name]!);
    const whole = await askWhole(service, { tools: TOOLS });
    const { message } = await askStream(service, { tools: TOOLS });
    expect(comparable(message!)).toEqual(comparable(whole));
    Message.parse(whole);
  });

  it('D-37 D-47 MSG-49 reasoning, and tokens of it that the engine did not count', async () => {
    upstream.script(
      streamOf(reasoned, { finishReason: 'stop', usage: { prompt_tokens: 4, completion_tokens: 8 } }),
    );
    const { message } = await askStream(service, { reasoning: {} });
    expect(message!.content.map(({ type }) => type)).toEqual(['reasoning', 'text']);
    expect(message!.content[0]).toMatchObject({ text: 'Let me think.' });
    expect(message!.usage.reasoning_tokens).toBeGreaterThan(0);
    expect(message!.usage.reasoning_tokens).toBeLessThanOrEqual(8);
    const hidden = await askStream(service);
    expect(hidden.message!.content).toEqual([{ type: 'text', text: 'The answer.' }]);
  });
});

it('MSG-63 D-14 ends a stream that fails with an error event, and closes', async () => {
  upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
  const { error, events } = await askStream(service);
  expect(error!.error.param).toBeNull();
  expect(error).toMatchObject({ type: 'error', error: { code: 'upstream_error', type: 'api_error' } });
  expect(error!.request_id).toBe(error!.error.request_id);
  expect(events.map(({ type }) => type)).toEqual(['message_start', 'block_start', 'block_delta', 'error']);
});

it('D-14 an engine that falls silent in the middle is upstream_timeout in the error event', async () => {
  upstream.script(rawReply([sse(chunk({ content: 'half' })), STALL]));
  expect((await askStream(service)).error).toMatchObject({
    error: { code: 'upstream_timeout', type: 'timeout_error' },
  });
});

describe('MSG-58 the grammar holds', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 9 };
  const piece = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] });
  const interleaved = [
    chunk({ reasoning_content: 'hm' }),
    'So: ',
    piece(0, { id: 'u0', type: 'function', function: { name: 'weather', arguments: '' } }),
    piece(1, { id: 'u1', type: 'function', function: { name: 'clock', arguments: '{"z"' } }),
    piece(0, { function: { arguments: '{"city":"Ü🎉m"' } }),
    piece(1, { function: { arguments: ':1}' } }),
    piece(0, { function: { arguments: '}' } }),
  ];
  const content = [
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'So: ' },
    { type: 'tool_call', name: 'weather', input: { city: 'Ü🎉m' } },
    { type: 'tool_call', name: 'clock', input: { z: 1 } },
  ];
  const bytes = Buffer.from(
    [...(streamOf(interleaved, { finishReason: 'tool_calls', usage }).steps as Iterable<string>)].join(''),
  );

  it.each([
    ['in one packet', [bytes]],
    ['byte by byte', [...bytes].map((byte) => Buffer.from([byte]))],
    [
      'in packets of 7 bytes',
      Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.subarray(7 * i, 7 * i + 7)),
    ],
  ])('for reasoning, text and calls written at once, %s', async (_how, steps) => {
    upstream.script(rawReply(steps));
    const { message } = await askStream(service, { tools: TOOLS, reasoning: {} });
    expect(message).toMatchObject({
      content,
      stop_reason: 'tool_call',
      usage: { input_tokens: 9, output_tokens: 9 },
    });
    // D-18: ids are ours.
    for (const block of message!.content)
      if (block.type === 'tool_call') expect(block.id).toMatch(/^call_[0-9a-z]{26}$/);
  });

  it('MSG-63 wherever the engine breaks off', async () => {
    const events = bytes.toString().split(/(?<=\n\n)/);
    for (let count = 1; count < events.length - 2; count++) {
      upstream.script(rawReply([...events.slice(0, count), DESTROY]));
      const answer = await service.post(
        MESSAGES,
        MAIN_KEY,
        body({ stream: true, tools: TOOLS, reasoning: {} }),
      );
      // Before the first output of the engine the failure keeps its status (D-29).
      if (answer.status === 200) expect(readMessageStream(await answer.text()).error).toBeDefined();
      else
        expect([answer.status, ((await answer.json()) as { request_id?: string }).request_id]).toEqual([
          502,
          answer.headers.get('x-request-id'),
        ]);
    }
  });

  it('MSG-64 for a call with numbers that no double holds', async () => {
    const input = '{"id":9007199254740993,"ids":[12345678901234567890],"x":0.5}';
    upstream.script(toolCalls([{ name: 'weather', arguments: input }]));
    const whole = await service.post(MESSAGES, MAIN_KEY, body({ tools: TOOLS }));
    expect(await whole.text()).toContain(`"input":${input}`);
    const { events } = await askStream(service, { tools: TOOLS });
    const deltas = events.flatMap((event) => (event.type === 'block_delta' ? [event.delta] : []));
    const pieces = deltas.map((delta) => (delta.type === 'input_json_delta' ? delta.partial_json : ''));
    expect(pieces.join('')).toBe(input);
  });

  it('MSG-62 for a call whose input is no JSON: the answer has failed, whole or streamed', async () => {
    upstream.script(toolCalls([{ name: 'weather', arguments: '{"city":' }]));
    expect(await askRefused(service, { tools: TOOLS })).toEqual({
      status: 502,
      code: 'upstream_error',
      param: null,
    });
    expect((await askStream(service, { tools: TOOLS })).error).toMatchObject({
      error: { code: 'upstream_error' },
    });
    // Cut at max_tokens it is only unfinished: the stream shows its beginning, the JSON answer leaves it out.
    upstream.script(toolCalls([{ name: 'weather', arguments: '{"city":' }], { finishReason: 'length' }));
    expect(await askWhole(service, { tools: TOOLS })).toMatchObject({
      content: [],
      stop_reason: 'max_tokens',
    });
    expect((await askStream(service, { tools: TOOLS })).message).toMatchObject({
      content: [],
      stop_reason: 'max_tokens',
    });
  });
});

it('MSG-61 D-49 sends pings from the first byte on while nothing else comes', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const words = sse(chunk({ content: 'a' }));
  upstream.script(
    rawReply([
      words,
      { until: first.promise },
      words,
      { until: second.promise },
      sse(chunk({}, 'stop')) + sse('[DONE]'),
    ]),
  );
  const answer = await service.post(MESSAGES, MAIN_KEY, body({ stream: true }));
  let text = '';
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const pings = text.split('event: ping').length - 1;
    if (pings > 0) first.resolve();
    if (pings > 1) second.resolve();
  }
  const { events, message } = readMessageStream(text);
  expect(events.filter(({ type }) => type === 'ping').length).toBeGreaterThanOrEqual(2);
  expect(message).toMatchObject({ content: [{ type: 'text', text: 'aa' }] });
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
  // "one two STOP": the words and the sequence, and nothing behind it.
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

it('MSG-13 to MSG-17 D-37 what was asked reaches the engine, and nothing else does', async () => {
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
    'stream',
  ]);
});

it('MSG-15 MSG-17 holds an engine to the choice of tools', async () => {
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

it('MSG-26 to MSG-31 BILL-09 a conversation of every block reaches the engine as these turns', async () => {
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
