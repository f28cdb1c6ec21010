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
  type Reply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCompat } from './openai-fixture.ts';
import {
  askResponses,
  finalResponse,
  readResponseEvents,
  type ResponseBody,
  type ResponseEvent,
} from './responses-fixture.ts';

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
const PARAMETERS = { type: 'object', properties: { a: { type: 'number' } } };
const TOOLS = [
  { type: 'function', name: 'f', parameters: PARAMETERS, strict: null },
  { type: 'custom', name: 'patch', description: 'Edits.', format: { type: 'text' } },
  { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'spawn', parameters: PARAMETERS }] },
];
const CALLS = toolCalls(
  [
    { name: 'f', arguments: '{"a":1}' },
    { name: 'patch', arguments: '{"input":"*** Begin"}' },
    { name: 'agents__spawn', arguments: '' },
  ],
  { usage },
);
const THINKING = streamOf([chunk({ reasoning_content: 'hm' }), 'So ö.'], { finishReason: 'stop', usage });
const BROKEN = rawReply([sse(chunk({ content: 'half' })), DESTROY]);

async function whole(fields: Readonly<Record<string, unknown>> = {}): Promise<ResponseBody> {
  const response = await askResponses(service, fields);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as ResponseBody;
}

async function streamed(fields: Readonly<Record<string, unknown>> = {}): Promise<ResponseEvent[]> {
  const response = await askResponses(service, { ...fields, stream: true });
  return readResponseEvents(await response.text());
}

/** All bytes of a response except what differs each time: ids, dates, seals and connection headers. */
async function bytesOf(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await askResponses(service, fields);
  const text = await response.text();
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name),
  );
  return `${response.status}\n${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`
    .replaceAll(/\b(resp_|msg_|fc_|ctc_|rs_|req_|call_)[0-9a-z]{26}/g, '$1ID')
    .replaceAll(/\bsvc1\.[\w-]+\.[\w.-]+/g, 'svc1.SEALED')
    .replaceAll(/"(created_at|completed_at)":\d+/g, '"$1":0');
}

it('COMPR-10 COMPR-11 COMPR-12 COMPR-15 COMPR-17 responses are those recorded, byte for byte', async () => {
  const recorded: string[] = [];
  const replies: readonly (readonly [string, Reply, object])[] = [
    ['a text', textReply('one two', { usage }), {}],
    ['calls', CALLS, { tools: TOOLS }],
    [
      'reasoning that is shown and sealed',
      THINKING,
      { reasoning: { effort: 'high', summary: 'auto' }, include: ['reasoning.encrypted_content'] },
    ],
    ['reasoning that is not shown', THINKING, { reasoning: { effort: 'low' } }],
    ['reasoning that was not asked for', THINKING, {}],
    ['a text that was cut', textReply('one two', { finishReason: 'length', usage }), {}],
  ];
  for (const [name, reply, fields] of replies) {
    upstream.script(reply);
    recorded.push(`=== ${name}, whole\n${await bytesOf({ ...fields })}`);
    recorded.push(`=== ${name}, streamed\n${await bytesOf({ ...fields, stream: true })}`);
  }
  upstream.script(BROKEN);
  recorded.push(`=== a stream that breaks\n${await bytesOf({ stream: true })}`);
  upstream.script(errorReply(500));
  recorded.push(`=== an engine that fails\n${await bytesOf({ stream: true })}`);
  recorded.push(`=== refused\n${await bytesOf({ background: true })}`);
  await expect(recorded.join('\n')).toMatchFileSnapshot('./responses-replies.txt');
});

describe('the two forms of a response', () => {
  /** Ids and times differ. */
  const comparable = (body: ResponseBody): unknown =>
    JSON.parse(
      JSON.stringify(body)
        .replaceAll(/\b(resp_|msg_|fc_|ctc_|rs_|call_)[0-9a-z]{26}/g, '$1')
        .replaceAll(/svc1\.[\w.-]+/g, 'svc1'),
      (name, value: unknown) => (name.endsWith('_at') ? 0 : value),
    );
  const scripts: Readonly<Record<string, Reply>> = {
    text: textReply('one two three', { usage }),
    calls: CALLS,
    reasoning: THINKING,
    nothing: textReply([]),
    cut: textReply('one two', { finishReason: 'length' }),
    filtered: textReply('one', { finishReason: 'content_filter' }),
  };
  const fields = { tools: TOOLS, reasoning: { summary: 'auto' }, include: ['reasoning.encrypted_content'] };

  it.each(Object.keys(scripts))('COMPR-12 %s: the stream adds up to the whole', async (name) => {
    upstream.script(scripts[name]!);
    const events = await streamed(fields);
    expect(comparable(finalResponse(events))).toEqual(comparable(await whole(fields)));
    const done = events.filter(({ type }) => type === 'response.output_item.done');
    expect(done.map(({ item }) => item)).toEqual(finalResponse(events).output);
    expect(done.map(({ output_index }) => output_index)).toEqual(done.map((_, i) => i));
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['response.created', 'response.in_progress']);
    expect(events[0]!.response).toMatchObject({ status: 'in_progress', output: [], usage: null });
  });
});

it('COMPR-01 streams only where it is asked to', async () => {
  for (const stream of [undefined, null, false])
    expect((await askResponses(service, { stream })).headers.get('content-type')).toBe('application/json');
  expect((await askResponses(service, { stream: true })).headers.get('content-type')).toBe(
    'text/event-stream',
  );
});

it('COMPR-10 repeats what it was asked, and no more than the model was sent', async () => {
  const asked = {
    instructions: 'Be brief.',
    max_output_tokens: 50,
    parallel_tool_calls: false,
    prompt_cache_key: 'k',
    reasoning: { effort: 'low', summary: 'auto' },
    safety_identifier: 's',
    temperature: 0.5,
    text: { format: { type: 'text' }, verbosity: 'low' },
    tool_choice: 'auto',
    tools: TOOLS,
    top_p: 0.5,
    user: 'u',
    metadata: { a: 'b' },
  };
  for (const store of [true, false])
    expect(await whole({ ...asked, store })).toMatchObject({ ...asked, store });
  const { instructions, tools, metadata, user, tool_choice, parallel_tool_calls } = await whole();
  expect({ instructions, tools, metadata, user, tool_choice, parallel_tool_calls }).toEqual({
    instructions: null,
    tools: [],
    metadata: {},
    user: null,
    tool_choice: 'auto',
    parallel_tool_calls: true,
  });
  const junk = 'x'.repeat(10_000);
  const long = await whole({ tools: [{ type: 'tool_search', junk }], text: { junk }, foo: junk, user: junk });
  expect(JSON.stringify(long)).not.toContain(junk);
});

describe('COMPR-14 the status', () => {
  it.each([
    ['stop', 'completed', null],
    ['length', 'incomplete', 'max_output_tokens'],
    ['content_filter', 'incomplete', 'content_filter'],
  ])('of an engine that says %s', async (finishReason, status, reason) => {
    upstream.script(textReply('So', { finishReason }));
    const body = await whole();
    expect([body.status, body.incomplete_details?.reason ?? null, body.output[0]!.status]).toEqual([
      status,
      reason,
      status,
    ]);
    expect((await streamed()).at(-1)!.type).toBe(`response.${status}`);
  });
});

it('COMPR-17 a stream that breaks ends as failed, with what was written', async () => {
  upstream.script(BROKEN);
  const events = await streamed();
  expect(events.at(-1)!.type).toBe('response.failed');
  const { status, output, error, usage: counts } = finalResponse(events);
  expect({ status, counts }).toEqual({ status: 'failed', counts: null });
  expect(error!.code).toBe('server_error');
  expect(output).toMatchObject([{ type: 'message', status: 'incomplete', content: [{ text: 'half' }] }]);
});

it('COMPR-16 bridges silence with events of their own number', async () => {
  const quick = await startCompat(upstream.baseUrl, { limits: { keep_alive_s: 1 } });
  try {
    upstream.script(
      rawReply([
        sse(chunk({ content: 'a' })),
        { delayMs: 1700 },
        sse(chunk({ content: 'b' }, 'stop')),
        'data: [DONE]\n\n',
      ]),
    );
    const response = await askResponses(quick, { stream: true });
    const types = readResponseEvents(await response.text()).map(({ type }) => type);
    const between = types.slice(
      types.indexOf('response.output_text.delta'),
      types.lastIndexOf('response.output_text.delta'),
    );
    expect(between.slice(1)).toContain('keepalive');
    expect(new Set(between.slice(1))).toEqual(new Set(['keepalive']));
  } finally {
    await quick.stop();
  }
});
