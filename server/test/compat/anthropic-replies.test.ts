import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ask, askWhole, startAnthropic, type Fields } from './anthropic-fixture.ts';
import { readAnthropicStream, type AnthropicStream } from './read-anthropic-stream.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startAnthropic(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.script(textReply('Hello.')));

const usage = {
  prompt_tokens: 20,
  completion_tokens: 8,
  prompt_tokens_details: { cached_tokens: 16 },
  completion_tokens_details: { reasoning_tokens: 3 },
};
const tool = (name: string) => ({ name, input_schema: { type: 'object' } });
const CALLS = toolCalls(
  [
    { name: 'f', arguments: '{"a":1}' },
    { name: 'g', arguments: '' },
  ],
  { usage },
);
const THINKING = streamOf([chunk({ reasoning_content: 'hm' }), 'So ö.'], { finishReason: 'stop', usage });
const BROKEN = rawReply([sse(chunk({ content: 'half' })), DESTROY]);
const thinking = { type: 'enabled', budget_tokens: 1024 };
const TOOLS = { tools: [tool('f'), tool('g')] };

async function streamed(fields: Fields = {}): Promise<AnthropicStream> {
  return readAnthropicStream(await (await ask(service, { stream: true, ...fields })).text());
}

/** All bytes of a response except what differs each time: ids, dates, signatures and connection headers. */
async function bytesOf(fields: Fields): Promise<string> {
  const response = await ask(service, fields);
  const text = await response.text();
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name),
  );
  return `${response.status}\n${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`
    .replaceAll(/\b(msg_|req_|toolu_)[0-9a-z]{26}/g, '$1ID')
    .replaceAll(/"signature":"v1[^"]+"/g, '"signature":"SIGNED"');
}

it('COMPA-12 COMPA-13 COMPA-15 COMPA-19 COMPG-15 replies are those recorded, byte for byte', async () => {
  const recorded: string[] = [];
  const replies = [
    ['a text', textReply('one two', { usage }), {}],
    ['calls', CALLS, TOOLS],
    ['thinking that was asked for', THINKING, { thinking, max_tokens: 2000 }],
    ['thinking that was not asked for', THINKING, {}],
  ] as const;
  for (const [name, reply, fields] of replies) {
    upstream.script(reply);
    recorded.push(`=== ${name}, whole\n${await bytesOf(fields)}`);
    recorded.push(`=== ${name}, streamed\n${await bytesOf({ ...fields, stream: true })}`);
  }
  upstream.script(BROKEN);
  recorded.push(`=== a stream that breaks\n${await bytesOf({ stream: true })}`);
  upstream.script(errorReply(500));
  recorded.push(`=== an engine that fails\n${await bytesOf({ stream: true })}`);
  recorded.push(`=== refused\n${await bytesOf({ thread: { type: 'create' } })}`);
  await expect(recorded.join('\n')).toMatchFileSnapshot('./anthropic-replies.txt');
});

describe('replies', () => {
  it('COMPA-01 COMPA-13 a stream adds up to the whole answer, which is given where none is asked for', async () => {
    const comparable = (message: unknown): unknown =>
      JSON.parse(
        JSON.stringify(message)
          .replaceAll(/"(msg|toolu)_[0-9a-z]{26}"/g, '"ID"')
          .replaceAll(/"v1\.[^"]+"/g, '"SIGNED"'),
      );
    for (const [reply, fields] of [
      [textReply('one two three', { usage }), {}],
      [CALLS, TOOLS],
      [THINKING, { thinking, max_tokens: 2000 }],
    ] as const) {
      upstream.script(reply);
      expect(comparable((await streamed(fields)).message)).toEqual(
        comparable(await askWhole(service, { ...fields, stream: null })),
      );
    }
  });

  it('COMPA-14 COMPG-14 names why a reply ended', async () => {
    const ends = [
      [textReply('a'), {}, 'end_turn', null],
      [textReply('a', { finishReason: 'length' }), {}, 'max_tokens', null],
      [textReply('a END b'), { stop_sequences: ['END'] }, 'stop_sequence', 'END'],
      [textReply('a', { finishReason: 'content_filter' }), {}, 'refusal', null],
      [textReply('a', { finishReason: 'tool_calls' }), {}, 'end_turn', null],
      [CALLS, TOOLS, 'tool_use', null],
    ] as const;
    for (const [reply, fields, reason, sequence] of ends) {
      upstream.script(reply);
      const whole = await askWhole(service, fields);
      const { message } = await streamed(fields);
      for (const each of [whole, message!])
        expect([each.stop_reason, each.stop_sequence]).toEqual([reason, sequence]);
    }
    const said = chunk({
      tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }],
    });
    upstream.script(streamOf([said], { finishReason: 'stop', usage }));
    expect((await streamed(TOOLS)).message!.stop_reason).toBe('tool_use');
  });

  it('COMPA-15 counts input apart from what was read from a cache', async () => {
    upstream.script(textReply('a', { usage }));
    const { usage: counted } = await askWhole(service);
    expect(counted).toEqual({
      input_tokens: 4,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 16,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: 8,
      output_tokens_details: { thinking_tokens: 3 },
      server_tool_use: null,
      service_tier: 'standard',
      speed: null,
      inference_geo: null,
      iterations: null,
      fallback_credit: null,
    });
  });

  it('COMPA-13 bridges silence with pings', async () => {
    upstream.script(streamOf(['one ', 'two'], { delayMs: 1700, usage }));
    const { events, message } = await streamed();
    expect(events.filter(({ type }) => type === 'ping').length).toBeGreaterThan(1);
    expect(message!.content).toEqual([{ type: 'text', text: 'one two' }]);
  });

  it('COMPA-19 a stream that breaks ends with an error, and one that never began keeps its status', async () => {
    upstream.script(BROKEN);
    const { message, error, events } = await streamed();
    expect(message).toBeUndefined();
    expect(events.some(({ delta }) => delta?.['text'] === 'half')).toBe(true);
    expect(error).toEqual({
      type: 'error',
      error: { type: 'api_error', message: expect.any(String) as string },
      request_id: expect.stringMatching(/^req_/) as string,
    });
    upstream.script(errorReply(503));
    const early = await ask(service, { stream: true });
    expect([early.status, await early.json()]).toMatchObject([529, { error: { type: 'overloaded_error' } }]);
  });

  it('COMPA-16 cites documents in the words of the vendor', async () => {
    const source = (data: string) => ({ type: 'text', media_type: 'text/plain', data });
    const [first, second] = [
      'Oslo is the capital, and it has been that for a very long time.',
      'Bergen lies to the west of it, between seven mountains and the sea.',
    ] as const;
    const document = {
      type: 'document',
      source: source(`${first} ${second}`),
      title: 'Cities',
      citations: { enabled: true },
    };
    upstream.script(textReply(['It is Oslo.[[c', '0.0]] I think.'], { usage }));
    const asked = [{ role: 'user', content: [document, { type: 'text', text: 'Which?' }] }];
    const { content } = await askWhole(service, { messages: asked });
    expect(content).toEqual([
      {
        type: 'text',
        text: 'It is Oslo.',
        citations: [
          {
            type: 'char_location',
            cited_text: first,
            document_index: 0,
            document_title: 'Cities',
            file_id: null,
            start_char_index: 0,
            end_char_index: first.length,
          },
        ],
      },
      { type: 'text', text: ' I think.' },
    ]);
    const { message } = await streamed({ messages: asked });
    expect(message!.content).toEqual(content);
  });
});

it('COMPG-16 a client that leaves after the final event has its answer', async () => {
  const own = await startAnthropic(upstream.baseUrl);
  upstream.script(textReply('a b c', { usage }));
  const left = new AbortController();
  const response = await fetch(`${own.baseUrl}/compat/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': MAIN_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'Svc Standard',
      max_tokens: 9,
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
    }),
    signal: left.signal,
  });
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes('message_stop')) break;
  }
  left.abort();
  expect(await own.stopAndReadUsage()).toMatchObject([{ outcome: 'completed', estimated: false }]);
});
