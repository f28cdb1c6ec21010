import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  rawReply,
  sse,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ask, refusalOf, sent, startCompat, tool } from './openai-fixture.ts';
import { readOpenAiStream, type OpenAiStream } from './read-openai-stream.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
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
async function streamed(fields: Readonly<Record<string, unknown>> = {}): Promise<OpenAiStream> {
  const response = await ask(service, { stream: true, ...fields });
  return readOpenAiStream(await response.text());
}

const CALLS = toolCalls(
  [
    { name: 'f', arguments: '{"a":1}' },
    { name: 'g', arguments: '' },
  ],
  { usage },
);
const THINKING = streamOf([chunk({ reasoning_content: 'hm' }), 'So ö.'], { finishReason: 'stop', usage });
const BROKEN = rawReply([sse(chunk({ content: 'half' })), DESTROY]);

/** All bytes of a response except what differs each time: ids, dates and connection headers. */
async function bytesOf(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await ask(service, fields);
  const text = await response.text();
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name),
  );
  return `${response.status}\n${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`
    .replaceAll(/\b(chatcmpl-|req_|call_)[0-9a-z]{26}/g, '$1ID')
    .replaceAll(/"created":\d+/g, '"created":0');
}

it('COMPO-08 COMPO-09 COMPO-10 COMPO-12 COMPO-14 replies are those recorded, byte for byte', async () => {
  const recorded: string[] = [];
  const replies = [
    ['a text', textReply('one two', { usage }), {}],
    ['calls', CALLS, { tools: [tool('f'), tool('g')] }],
    ['reasoning that was asked for', THINKING, { reasoning_effort: 'high' }],
    ['reasoning that was not asked for', THINKING, {}],
  ] as const;
  for (const [name, reply, fields] of replies) {
    upstream.script(reply);
    recorded.push(`=== ${name}, whole\n${await bytesOf(fields)}`);
    recorded.push(`=== ${name}, streamed\n${await bytesOf({ ...fields, stream: true })}`);
    const options = { stream: true, stream_options: { include_usage: true } };
    recorded.push(`=== ${name}, streamed with usage\n${await bytesOf({ ...fields, ...options })}`);
  }
  upstream.script(BROKEN);
  recorded.push(`=== a stream that breaks\n${await bytesOf({ stream: true })}`);
  upstream.script(errorReply(500));
  recorded.push(`=== an engine that fails\n${await bytesOf({ stream: true })}`);
  recorded.push(`=== refused\n${await bytesOf({ n: 2 })}`);
  await expect(recorded.join('\n')).toMatchFileSnapshot('./openai-replies.txt');
});

describe('fields', () => {
  it('COMPO-01 streams only where it is asked to', async () => {
    for (const stream of [undefined, null, false])
      expect((await ask(service, { stream })).headers.get('content-type')).toBe('application/json');
    expect((await ask(service, { stream: true })).headers.get('content-type')).toBe('text/event-stream');
  });

  it('COMPO-02 honours what changes the answer', async () => {
    const body = await sent(service, upstream, {
      max_tokens: 5,
      max_completion_tokens: 7,
      stop: 'END',
      temperature: 0,
      top_p: 0.5,
      seed: 4,
      presence_penalty: 1,
      frequency_penalty: -1,
      parallel_tool_calls: false,
      tools: [tool('f'), tool('g')],
      tool_choice: 'required',
    });
    expect(body).toMatchObject({
      max_tokens: 7,
      temperature: 0,
      top_p: 0.5,
      seed: 4,
      presence_penalty: 1,
      frequency_penalty: -1,
      tools: [tool('f'), tool('g')],
      tool_choice: 'required',
    });
    upstream.script(textReply('So END not this'));
    expect((await streamed({ stop: ['END'] })).content).toBe('So ');
  });

  it('COMPO-02 shows the model only the tools that are allowed', async () => {
    const allowed = (mode: string) => ({
      tools: [tool('f'), tool('g')],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode, tools: [{ type: 'function', function: { name: 'g' } }] },
      },
    });
    expect(await sent(service, upstream, allowed('required'))).toMatchObject({
      tools: [tool('g')],
      tool_choice: 'required',
    });
    expect(await sent(service, upstream, allowed('auto'))).toMatchObject({
      tools: [tool('g')],
      tool_choice: 'auto',
    });
    const named = { type: 'function', function: { name: 'f' } };
    expect(await sent(service, upstream, { tools: [tool('f')], tool_choice: named })).toMatchObject({
      tool_choice: named,
    });
  });

  it('COMPO-03 COMPG-05 ignores other fields, at any depth, and what says nothing', async () => {
    const nothing = {
      max_tokens: null,
      stop: [],
      tools: [],
      tool_choice: '',
      response_format: {},
      metadata: {},
    };
    const plain = await sent(service, upstream, {});
    for (const fields of [
      { store: true, service_tier: 'flex', verbosity: 'low', prediction: {}, logit_bias: { 5: 1 } },
      {
        top_logprobs: 3,
        prompt_cache_retention: '24h',
        stream_options: { include_obfuscation: true },
        foo: [1],
      },
      { ...nothing, user: '', reasoning_effort: null, functions: [], seed: null, n: 1, logprobs: false },
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Hi', role: 'x', cache: {} }], name: 'n' },
        ],
      },
      { audio: null, modalities: ['text'], parallel_tool_calls: null, web_search_options: null },
    ])
      expect(await sent(service, upstream, fields)).toEqual(plain);
  });

  it('COMPO-04 COMPE-07 refuses by name what would make another answer', async () => {
    const refused: readonly (readonly [object, string])[] = [
      [{ n: 2 }, 'n'],
      [{ logprobs: true }, 'logprobs'],
      [{ modalities: ['text', 'audio'] }, 'modalities'],
      [{ audio: { voice: 'a', format: 'mp3' } }, 'audio'],
      [{ functions: [{ name: 'f' }] }, 'functions'],
      [{ function_call: 'auto' }, 'function_call'],
      [{ tools: [{ type: 'custom', custom: { name: 'c' } }] }, 'tools[0].type'],
      [{ messages: [{ role: 'function', name: 'f', content: 'x' }] }, 'messages[0].role'],
    ];
    for (const [fields, param] of refused)
      expect(await refusalOf(service, { ...fields })).toBe(
        `400 invalid_request_error unsupported_value ${param}`,
      );
    expect(await refusalOf(service, { web_search_options: {} })).toBe(
      '400 invalid_request_error unsupported_parameter web_search_options',
    );
    expect(await refusalOf(service, { temperature: 'hot' })).toBe(
      '400 invalid_request_error invalid_request temperature',
    );
  });

  it('COMPO-06 reads the effort in its words', async () => {
    const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'];
    const read = [];
    for (const effort of efforts)
      read.push((await sent(service, upstream, { reasoning_effort: effort }))['reasoning_effort']);
    expect(read).toEqual([undefined, 'low', 'low', 'medium', 'high', 'high']);
    expect(await refusalOf(service, { reasoning_effort: 'huge' })).toContain('reasoning_effort');
  });

  it('COMPO-07 asks for JSON, and for a schema as strictly as it can be followed', async () => {
    upstream.script(textReply('{"a":1}'));
    const schema = (additionalProperties: boolean) => ({
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
      additionalProperties,
    });
    const form = (strict: boolean, open: boolean) => ({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'n', schema: schema(open), strict, extra: 1 },
      },
    });
    expect((await ask(service, { response_format: { type: 'json_object', schema: {} } })).status).toBe(200);
    expect((await ask(service, form(true, false))).status).toBe(200);
    // Which we would refuse as strict.
    expect((await ask(service, form(true, true))).status).toBe(200);
    upstream.script(textReply('{"b":1}'));
    expect((await ask(service, form(true, false))).status).toBe(400);
    expect((await ask(service, form(false, false))).status).toBe(200);
  });
});
