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

/** The common parts of the JSON response and the stream for one engine script. */
function comparable(message: Message): unknown {
  const signed = message.content.map((block) =>
    block.type === 'reasoning' ? { ...block, signature: 'signed' } : block,
  );
  const content = signed.map((block) => (block.type === 'tool_call' ? { ...block, id: 'id' } : block));
  return { ...message, id: 'id', request_id: 'request', content };
}

describe('MSG-64 the stream adds up to the JSON response', () => {
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

  it('D-37 D-47 MSG-49 streams reasoning, and counts its tokens if the engine did not', async () => {
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
    const whole = await askWhole(service, { reasoning: {} });
    expect(whole.content.map(({ type }) => type)).toEqual(['reasoning', 'text']);
    expect((await askWhole(service)).content).toEqual([{ type: 'text', text: 'The answer.' }]);
  });
});

it('MSG-63 D-14 ends a failing stream with an error event, and closes the connection', async () => {
  upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
  const { error, events } = await askStream(service);
  expect(error!.error.param).toBeNull();
  expect(error).toMatchObject({ type: 'error', error: { code: 'upstream_error', type: 'api_error' } });
  expect(error!.request_id).toBe(error!.error.request_id);
  expect(events.map(({ type }) => type)).toEqual(['message_start', 'block_start', 'block_delta', 'error']);
});

it('D-14 an engine that falls silent halfway gives upstream_timeout in the error event', async () => {
  upstream.script(rawReply([sse(chunk({ content: 'half' })), STALL]));
  expect((await askStream(service)).error).toMatchObject({
    error: { code: 'upstream_timeout', type: 'timeout_error' },
  });
});

describe('MSG-58 the events follow the grammar', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 9 };
  const callChunk = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] });
  const interleaved = [
    chunk({ reasoning_content: 'hm' }),
    'So: ',
    callChunk(0, { id: 'u0', type: 'function', function: { name: 'weather', arguments: '' } }),
    callChunk(1, { id: 'u1', type: 'function', function: { name: 'clock', arguments: '{"z"' } }),
    callChunk(0, { function: { arguments: '{"city":"Ü🎉m"' } }),
    callChunk(1, { function: { arguments: ':1}' } }),
    callChunk(0, { function: { arguments: '}' } }),
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
    // D-18: ids are our own.
    for (const block of message!.content)
      if (block.type === 'tool_call') expect(block.id).toMatch(/^call_[0-9a-z]{26}$/);
  });

  it('MSG-63 wherever the engine breaks off', async () => {
    const events = bytes.toString().split(/(?<=\n\n)/);
    for (let count = 1; count < events.length - 2; count++) {
      upstream.script(rawReply([...events.slice(0, count), DESTROY]));
      const response = await service.post(
        MESSAGES,
        MAIN_KEY,
        body({ stream: true, tools: TOOLS, reasoning: {} }),
      );
      // Before the first output of the engine the failure keeps its status (D-29).
      if (response.status === 200) expect(readMessageStream(await response.text()).error).toBeDefined();
      else
        expect([response.status, ((await response.json()) as { request_id?: string }).request_id]).toEqual([
          502,
          response.headers.get('x-request-id'),
        ]);
    }
  });

  it('MSG-64 for a call with numbers that no double can represent', async () => {
    const input = '{"id":9007199254740993,"ids":[12345678901234567890],"x":0.5}';
    upstream.script(toolCalls([{ name: 'weather', arguments: input }]));
    const whole = await service.post(MESSAGES, MAIN_KEY, body({ tools: TOOLS }));
    expect(await whole.text()).toContain(`"input":${input}`);
    const { events } = await askStream(service, { tools: TOOLS });
    const deltas = events.flatMap((event) => (event.type === 'block_delta' ? [event.delta] : []));
    const chunks = deltas.map((delta) => (delta.type === 'input_json_delta' ? delta.partial_json : ''));
    expect(chunks.join('')).toBe(input);
  });

  it('MSG-62 for a call whose input is not JSON: the response fails, whole or streamed', async () => {
    upstream.script(toolCalls([{ name: 'weather', arguments: '{"city":' }]));
    expect(await askRefused(service, { tools: TOOLS })).toEqual({
      status: 502,
      code: 'upstream_error',
      param: null,
    });
    expect((await askStream(service, { tools: TOOLS })).error).toMatchObject({
      error: { code: 'upstream_error' },
    });
    // When cut at max_tokens it is merely incomplete: the stream shows its beginning, and the JSON response
    // omits it.
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

it('MSG-61 D-49 sends pings from the first byte on while nothing else is sent', async () => {
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
  const response = await service.post(MESSAGES, MAIN_KEY, body({ stream: true }));
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const pings = text.split('event: ping').length - 1;
    if (pings > 0) first.resolve();
    if (pings > 1) second.resolve();
  }
  const { events, message } = readMessageStream(text);
  expect(events.filter(({ type }) => type === 'ping').length).toBeGreaterThanOrEqual(2);
  expect(message).toMatchObject({ content: [{ type: 'text', text: 'aa' }] });
});
