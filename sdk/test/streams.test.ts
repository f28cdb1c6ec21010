import { describe, expect, it } from 'vitest';
import { isWorthRetrying, StreamError, type ChatStream } from '../src/index.ts';
import { scriptedClient, streamed } from './scripted-fetch.ts';

const HEADERS = { 'x-svc-request-id': 'req_7' };
const HEAD = { id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 7, model: 'Svc Standard' };

function sse(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

function chunk(delta: object, reason: string | null = null): string {
  return sse({ ...HEAD, choices: [{ index: 0, delta, finish_reason: reason }] });
}

const ENDING = [
  chunk({}, 'stop'),
  sse({ ...HEAD, choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }),
  sse('[DONE]'),
];

function chatOf(chunks: readonly string[]): Promise<ChatStream> {
  const { svc } = scriptedClient([streamed(chunks, HEADERS)]);
  return svc.chat.completions.create({ stream: true, messages: [{ role: 'user', content: 'Hi' }] });
}

async function messageOf(events: readonly { readonly type: string }[]) {
  const { svc } = scriptedClient([
    streamed(
      events.map((event) => `event: ${event.type}\n${sse(event)}`),
      HEADERS,
    ),
  ]);
  return svc.messages.create({
    stream: true,
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hi' }],
  });
}

const START = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {},
    request_id: 'req_7',
  },
};
const END = [
  { type: 'message_delta', stop_reason: 'tool_call', stop_sequence: null, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
];

describe('a streamed chat completion', () => {
  it('sends what was asked, and says where it is answered', async () => {
    const { svc, sent } = scriptedClient([streamed(ENDING)]);
    await svc.chat.completions.create({ stream: true, messages: [] });
    expect(sent[0]).toMatchObject({
      url: 'http://svc.test/v1/chat/completions',
      init: { method: 'POST', body: '{"stream":true,"messages":[]}' },
    });
    expect(sent[0]?.init.headers).toMatchObject({
      authorization: 'Bearer sk_live_x',
      'content-type': 'application/json',
    });
  });

  it('gives its text in pieces, and the whole of it at the end', async () => {
    const stream = await chatOf([
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'Hel' }),
      chunk({ content: 'lo' }),
      ...ENDING,
    ]);
    expect(await Array.fromAsync(stream.text())).toEqual(['Hel', 'lo']);
    const final = await stream.final();
    expect(final.choices).toEqual([
      { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
    ]);
    expect(final).toMatchObject({
      id: 'chatcmpl_1',
      object: 'chat.completion',
      created: 7,
      model: 'Svc Standard',
      usage: { total_tokens: 5 },
    });
    expect(stream.requestId).toBe('req_7');
  });

  it('joins calls by their index, and reasoning with its signature', async () => {
    const stream = await chatOf([
      chunk({ reasoning: [{ index: 0, text: 'Let me ' }] }),
      chunk({ reasoning: [{ index: 0, text: 'see.', signature: 'sig' }] }),
      chunk({
        tool_calls: [
          { index: 0, id: 'call_a', type: 'function', function: { name: 'f', arguments: '{"x"' } },
        ],
      }),
      chunk({
        tool_calls: [{ index: 1, id: 'call_b', type: 'function', function: { name: 'g', arguments: '{}' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      ...ENDING,
    ]);
    expect((await stream.final()).choices[0]?.message).toEqual({
      role: 'assistant',
      content: null,
      reasoning: [{ text: 'Let me see.', signature: 'sig' }],
      tool_calls: [
        { id: 'call_a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
        { id: 'call_b', type: 'function', function: { name: 'g', arguments: '{}' } },
      ],
    });
  });

  it.each([
    [
      'envelope',
      {
        error: {
          type: 'api_error',
          code: 'stream_error',
          message: 'Broke.',
          param: null,
          request_id: 'req_7',
        },
      },
    ],
    ['flat form', { error: 'stream_error', detail: 'Broke.' }],
  ])(
    'CHAT-70 a late failure in the %s is thrown, is worth a new try, and leaves text that may be incomplete',
    async (_, failure) => {
      const stream = await chatOf([chunk({ content: 'Hel' }), sse(failure)]);
      const chunks: string[] = [];
      const error: unknown = await (async () => {
        for await (const part of stream.text()) chunks.push(part);
        return undefined;
      })().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StreamError);
      expect(error).toMatchObject({ code: 'stream_error', message: 'Broke.', requestId: 'req_7' });
      expect(isWorthRetrying(error)).toBe(true);
      expect([chunks, stream.textSoFar]).toEqual([['Hel'], 'Hel']);
    },
  );

  it('CHAT-70 one that ends without [DONE] broke off, and nothing of it passes for the whole', async () => {
    const stream = await chatOf([chunk({ content: 'Hel' }), chunk({}, 'stop')]);
    await expect(stream.final()).rejects.toThrow('The stream ended before the reply did');
    await expect(stream.final()).rejects.toBeInstanceOf(StreamError);
  });

  it('is not sent again once it has begun', async () => {
    const { svc, sent } = scriptedClient([streamed([chunk({ content: 'Hel' })]), streamed(ENDING)]);
    const stream = await svc.chat.completions.create({ stream: true, messages: [] });
    await expect(stream.final()).rejects.toBeInstanceOf(StreamError);
    expect(sent).toHaveLength(1);
  });

  it('throws the reason of a caller who gives it up', async () => {
    const giveUp = new AbortController();
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) =>
        giveUp.signal.addEventListener('abort', () => controller.error(new Error('aborted'))),
    });
    const { svc } = scriptedClient([new Response(chunks)]);
    const options = { signal: giveUp.signal };
    const stream = await svc.chat.completions.create({ stream: true, messages: [] }, options);
    const reply = stream.final();
    giveUp.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
  });

  it('hangs up when somebody stops listening', async () => {
    const { svc, sent } = scriptedClient([
      streamed([chunk({ content: 'a' }), chunk({ content: 'b' }), ...ENDING]),
    ]);
    const stream = await svc.chat.completions.create({ stream: true, messages: [] });
    for await (const part of stream.text()) {
      expect(part).toBe('a');
      break;
    }
    expect(sent[0]?.init.signal?.aborted).toBe(true);
    await expect(stream.final()).rejects.toThrow('closed before the reply was complete');
  });
});

describe('a streamed message', () => {
  it('is put together block by block', async () => {
    const stream = await messageOf([
      START,
      { type: 'ping' },
      { type: 'block_start', index: 0, block: { type: 'reasoning', text: '', signature: '' } },
      { type: 'block_delta', index: 0, delta: { type: 'reasoning_delta', text: 'Hm', signature: 's' } },
      { type: 'block_stop', index: 0 },
      { type: 'block_start', index: 1, block: { type: 'compaction', summary: '' } },
      { type: 'block_delta', index: 1, delta: { type: 'text_delta', text: 'Before.' } },
      { type: 'block_stop', index: 1 },
      { type: 'block_start', index: 2, block: { type: 'text', text: '' } },
      { type: 'block_delta', index: 2, delta: { type: 'text_delta', text: 'Hello' } },
      {
        type: 'block_delta',
        index: 2,
        delta: {
          type: 'citation_delta',
          citation: { type: 'web_location', cited_text: 'x', url: 'https://a.test', title: null },
        },
      },
      { type: 'block_stop', index: 2 },
      { type: 'block_start', index: 3, block: { type: 'tool_call', id: 'c', name: 'f', input: {} } },
      { type: 'block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"x":' } },
      { type: 'block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '1}' } },
      { type: 'block_stop', index: 3 },
      { type: 'block_start', index: 4, block: { type: 'tool_call', id: 'd', name: 'g', input: {} } },
      { type: 'block_stop', index: 4 },
      ...END,
    ] as { type: string }[]);
    expect(await Array.fromAsync(stream.text())).toEqual(['Hello']);
    const final = await stream.final();
    expect(final.content).toEqual([
      { type: 'reasoning', text: 'Hm', signature: 's' },
      { type: 'compaction', summary: 'Before.' },
      {
        type: 'text',
        text: 'Hello',
        citations: [{ type: 'web_location', cited_text: 'x', url: 'https://a.test', title: null }],
      },
      { type: 'tool_call', id: 'c', name: 'f', input: { x: 1 } },
      { type: 'tool_call', id: 'd', name: 'g', input: {} },
    ]);
    expect(final).toMatchObject({
      type: 'message',
      id: 'msg_1',
      stop_reason: 'tool_call',
      usage: { output_tokens: 4 },
    });
  });

  it('throws what an error event says', async () => {
    const failure = {
      type: 'error',
      error: { type: 'api_error', code: 'stream_error', message: 'Broke.' },
      request_id: 'req_7',
    };
    const stream = await messageOf([START, failure]);
    await expect(stream.final()).rejects.toMatchObject({
      name: 'StreamError',
      message: 'Broke.',
      requestId: 'req_7',
    });
  });

  it('broke off when it ends without message_stop', async () => {
    await expect((await messageOf([START])).final()).rejects.toBeInstanceOf(StreamError);
  });
});
