import { describe, expect, it } from 'vitest';
import { assertBrokenStream, assertCompletedStream } from './chat-stream.ts';
import type { HttpResponse } from '../http/http-exchange.ts';

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-svc-billing-source': 'subscription',
  'x-request-id': 'req_1',
};

function chunk(choices: unknown, more: object = {}): string {
  return JSON.stringify({
    id: 'chatcmpl_1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'M',
    choices,
    ...more,
  });
}

const delta = (value: object, finish: string | null = null): string =>
  chunk([{ index: 0, delta: value, finish_reason: finish }]);
const callChunk = (part: object): string => delta({ tool_calls: [part] });

const ROLE = delta({ role: 'assistant', content: '' });
const TEXT = delta({ content: 'Hi' });
const FINISH = delta({}, 'stop');
const USAGE = chunk([], { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } });
const CALL = callChunk({ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '' } });
const ERROR = JSON.stringify({
  error: { type: 'api_error', code: 'stream_error', message: 'It broke.', param: null, request_id: 'req_1' },
});
const DONE = '[DONE]';

function response(text: string, headers: Record<string, string> = HEADERS): HttpResponse {
  return {
    status: 200,
    headers,
    rawHeaders: [],
    bytes: Buffer.from(text),
    text,
    complete: true,
    json: <T>() => JSON.parse(text) as T,
  };
}

const stream = (...events: string[]): HttpResponse =>
  response(events.map((event) => `data: ${event}\n\n`).join(''));

describe('assertCompletedStream', () => {
  it('parses a stream of the documented format', () => {
    const { text, usage, finishReason } = assertCompletedStream(
      stream(ROLE, TEXT, TEXT, FINISH, USAGE, DONE),
    );
    expect({ text, usage, finishReason }).toEqual({
      text: 'HiHi',
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      finishReason: 'stop',
    });
  });

  it.each([
    ['no [DONE]', stream(ROLE, TEXT, FINISH, USAGE)],
    ['something after [DONE]', stream(ROLE, TEXT, FINISH, USAGE, DONE, TEXT)],
    ['no role chunk', stream(TEXT, FINISH, USAGE, DONE)],
    ['a role chunk without content', stream(delta({ role: 'assistant' }), TEXT, FINISH, USAGE, DONE)],
    ['no finish chunk', stream(ROLE, TEXT, USAGE, DONE)],
    ['a finish chunk with text', stream(ROLE, delta({ content: 'Hi' }, 'stop'), USAGE, DONE)],
    ['an unknown finish reason', stream(ROLE, TEXT, delta({}, 'eos'), USAGE, DONE)],
    ['usage before the finish', stream(ROLE, TEXT, USAGE, FINISH, DONE)],
    ['no usage', stream(ROLE, TEXT, FINISH, DONE)],
    ['usage twice', stream(ROLE, TEXT, FINISH, USAGE, USAGE, DONE)],
    [
      'usage that does not add up',
      stream(ROLE, TEXT, FINISH, USAGE.replace('"total_tokens":3', '"total_tokens":4'), DONE),
    ],
    [
      'a usage key on a content chunk',
      stream(
        ROLE,
        chunk([{ index: 0, delta: { content: 'x' }, finish_reason: null }], { usage: null }),
        FINISH,
        USAGE,
        DONE,
      ),
    ],
    ['an id that changes', stream(ROLE, TEXT.replace('chatcmpl_1', 'chatcmpl_2'), FINISH, USAGE, DONE)],
    ['a model that changes', stream(ROLE, TEXT, FINISH, USAGE.replace('"M"', '"N"'), DONE)],
    [
      'two choices',
      stream(
        ROLE,
        chunk([1, 2].map((index) => ({ index, delta: { content: 'x' }, finish_reason: null }))),
        FINISH,
        USAGE,
        DONE,
      ),
    ],
    [
      'an id in a later piece of a call',
      stream(
        ROLE,
        CALL,
        callChunk({ index: 0, id: 'c', function: { arguments: '{}' } }),
        delta({}, 'tool_calls'),
        USAGE,
        DONE,
      ),
    ],
    [
      'a call without id',
      stream(
        ROLE,
        callChunk({ index: 0, type: 'function', function: { name: 'f' } }),
        delta({}, 'tool_calls'),
        USAGE,
        DONE,
      ),
    ],
    ['calls that end with stop', stream(ROLE, CALL, FINISH, USAGE, DONE)],
    ['tool_calls without a call', stream(ROLE, TEXT, delta({}, 'tool_calls'), USAGE, DONE)],
    ['an error at the end', stream(ROLE, TEXT, ERROR)],
    [
      'a single line feed between events',
      response([ROLE, TEXT, FINISH, USAGE, DONE].map((event) => `data: ${event}\n`).join('')),
    ],
    [
      'carriage returns',
      response([ROLE, TEXT, FINISH, USAGE, DONE].map((event) => `data: ${event}\r\n\r\n`).join('')),
    ],
    ['a named event', response(`event: x\n${stream(ROLE, TEXT, FINISH, USAGE, DONE).text}`)],
    ['an end without a blank line', response(stream(ROLE, TEXT, FINISH, USAGE, DONE).text.slice(0, -1))],
    [
      'another content type',
      response(stream(ROLE, TEXT, FINISH, USAGE, DONE).text, { ...HEADERS, 'content-type': 'text/plain' }),
    ],
    [
      'no billing source',
      response(stream(ROLE, TEXT, FINISH, USAGE, DONE).text, { ...HEADERS, 'x-svc-billing-source': '' }),
    ],
    ['a connection cut', { ...stream(ROLE, TEXT, FINISH, USAGE, DONE), complete: false }],
  ])('refuses %s', (_, bad) => {
    expect(() => assertCompletedStream(bad)).toThrow();
  });
});

describe('assertCompletedStream with chat extensions', () => {
  const ADDED_USAGE = chunk([], {
    usage: {
      prompt_tokens: 1,
      completion_tokens: 2,
      total_tokens: 3,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 1 },
    },
  });
  const SIGNATURE = 'v1.a.b.c.d';
  const reason = (index: number, text: string, signature?: string): string =>
    delta({ reasoning: [{ index, text, signature }] });
  const ANNOTATION = delta({ annotations: [{ type: 'url_citation' }] });
  const END = [FINISH, ADDED_USAGE, DONE] as const;

  it('accepts reasoning, annotations and the finish reasons of chat extensions', () => {
    const thoughts = [
      reason(0, 'a'),
      reason(0, 'b'),
      reason(0, '', SIGNATURE),
      TEXT,
      ANNOTATION,
      reason(1, 'c'),
      reason(1, '', SIGNATURE),
    ];
    const { reasoning, annotations } = assertCompletedStream(stream(ROLE, ...thoughts, ...END), true);
    expect([reasoning, annotations]).toEqual([
      [
        { text: 'ab', signature: SIGNATURE },
        { text: 'c', signature: SIGNATURE },
      ],
      [{ type: 'url_citation' }],
    ]);
    expect(
      assertCompletedStream(stream(ROLE, TEXT, delta({}, 'pause'), ADDED_USAGE, DONE), true).finishReason,
    ).toBe('pause');
  });

  it.each([
    [
      'reasoning on live chat',
      stream(ROLE, reason(0, 'a'), reason(0, '', SIGNATURE), FINISH, USAGE, DONE),
      false,
    ],
    ['annotations on live chat', stream(ROLE, ANNOTATION, FINISH, USAGE, DONE), false],
    ['a word of the additions on live chat', stream(ROLE, TEXT, delta({}, 'pause'), USAGE, DONE), false],
    ['reasoning counted on live chat', stream(ROLE, TEXT, ...END), false],
    ['usage without its details', stream(ROLE, TEXT, FINISH, USAGE, DONE), true],
    [
      'text while reasoning is not signed',
      stream(ROLE, reason(0, 'a'), TEXT, reason(0, '', SIGNATURE), ...END),
      true,
    ],
    ['reasoning never signed', stream(ROLE, reason(0, 'a'), ...END), true],
    ['reasoning behind its signature', stream(ROLE, reason(0, '', SIGNATURE), reason(0, 'a'), ...END), true],
    [
      'a next block before the signature',
      stream(ROLE, reason(0, 'a'), reason(1, '', SIGNATURE), ...END),
      true,
    ],
    ['a block left out', stream(ROLE, reason(1, '', SIGNATURE), ...END), true],
    ['a signature of another form', stream(ROLE, reason(0, '', 'x'), ...END), true],
    ['an unknown finish reason', stream(ROLE, TEXT, delta({}, 'eos'), ADDED_USAGE, DONE), true],
  ])('refuses %s', (_, bad, additions) => {
    expect(() => assertCompletedStream(bad, additions)).toThrow();
  });
});

describe('assertBrokenStream', () => {
  it('returns the output that came before the error', () => {
    expect(assertBrokenStream(stream(ROLE, TEXT, ERROR)).text).toBe('Hi');
  });

  it.each([
    ['[DONE] after the error', stream(ROLE, TEXT, ERROR, DONE)],
    ['no error', stream(ROLE, TEXT)],
    ['another code', stream(ROLE, TEXT, ERROR.replace('stream_error', 'upstream_error'))],
    ['the flat form', stream(ROLE, TEXT, '{"error":"stream_error","detail":"It broke."}')],
    ['a field beside error', stream(ROLE, TEXT, ERROR.replace('{"error"', '{"request_id":"req_1","error"'))],
    ['the id of another request', stream(ROLE, TEXT, ERROR.replace('req_1', 'req_2'))],
    ['usage before the error', stream(ROLE, TEXT, USAGE, ERROR)],
  ])('refuses %s', (_, bad) => {
    expect(() => assertBrokenStream(bad)).toThrow();
  });
});
