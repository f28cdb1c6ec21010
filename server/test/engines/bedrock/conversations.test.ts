import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  png,
  startBedrockDouble,
  type BedrockDouble,
  type RunningService,
  type SeenCall,
} from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../../api-formats/api-formats.ts';
import { serveEngine } from '../../api-formats/serve-engine.ts';
import { bedrockEngine } from './bedrock-engine.ts';

const CLAUDE = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const NOVA = 'amazon.nova-pro-v1:0';
const ROUNDS = 10;
const CALLS = [
  { name: 'weather', input: { city: 'Ulm' } },
  { name: 'clock', input: {} },
];

let double: BedrockDouble;
let service: RunningService;
const serve = async (model: string, engine: object = {}, more: object = {}): Promise<void> => {
  service = await serveEngine(bedrockEngine(double, { ...engine }), {
    routes: [{ engine: 'main', model }],
    ...more,
  });
};
beforeEach(async () => {
  double = await startBedrockDouble();
});
afterEach(async () => {
  await service.stop();
  await double.close();
});

const refusals = (): unknown[] => double.seen.map(({ refusal }) => refusal).filter((each) => each !== undefined);
const last = (): SeenCall => double.seen.at(-1)!;
const json = (value: unknown): string => JSON.stringify(value);

/** Ten rounds of two calls, in turn whole and streamed. */
async function playRounds(doorName: string, reasoning: boolean): Promise<void> {
  const format = API_FORMATS[doorName]!;
  double.reply(({ round }) =>
    round < ROUNDS
      ? { reasoning: `Thought ${round}.`, text: `Round ${round}.`, calls: CALLS }
      : { text: 'Done.' },
  );
  let asked = format.ask({
    text: 'Weather and time?',
    system: 'Be brief.',
    tools: ['weather', 'clock'],
    ...(reasoning ? { reasoning: true as const } : {}),
  });
  for (let round = 0; round <= ROUNDS; round++) {
    const received =
      round % 2 === 0
        ? await askWhole(service, format, asked)
        : requireReply(await askStreamed(service, format, asked));
    expect(received.calls.map(({ name }) => name)).toEqual(round < ROUNDS ? ['weather', 'clock'] : []);
    asked = format.reply(asked, received, { weather: `sun ${round}`, clock: `noon ${round}` });
  }
}

describe('a tool loop of ten rounds', () => {
  it.each(
    Object.keys(API_FORMATS).flatMap((door) => [
      [door, 'Claude by InvokeModel', CLAUDE, true, 'invoke'] as const,
      [door, 'Claude by Converse', CLAUDE, false, 'converse'] as const,
      [door, 'Nova', NOVA, false, 'converse'] as const,
    ]),
  )('D-ENG-17 D-ENG-21 through %s on %s keeps what was signed and the order of calls', async (door, _name, model, reasons, api) => {
    await serve(model);
    await playRounds(door, reasons);
    expect(refusals()).toEqual([]);
    expect(double.seen).toHaveLength(ROUNDS + 1);
    // Live chat has no reasoning to ask for.
    const expected = door === 'chat' ? 'converse' : api;
    expect(double.seen.every(({ operation }) => operation.startsWith(expected))).toBe(true);
    const sent = json(last().body);
    for (let round = 0; round < ROUNDS; round++) expect(sent.split(`Thought ${round}.`)).toHaveLength(2);
  });

  it('D-ENG-17 returns signed reasoning to Converse where InvokeModel is not used', async () => {
    await serve(CLAUDE, { anthropic_api: 'converse' });
    await playRounds('messages', true);
    expect(refusals()).toEqual([]);
    const { messages, additionalModelRequestFields } = last().body as {
      messages: { role: string; content: object[] }[];
      additionalModelRequestFields: object;
    };
    expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => Object.keys(content[0]!))).toEqual(
      Array.from({ length: ROUNDS }, () => ['reasoningContent']),
    );
    expect(additionalModelRequestFields).toHaveProperty('thinking');
  });
});

const TOOL = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } };
const post = (path: string, body: object): Promise<Response> =>
  service.post(path, MAIN_KEY, { model: 'Svc Standard', ...body });

/** A conversation at the door of Anthropic's form whose result has an image. */
const WITH_IMAGE = {
  max_tokens: 100,
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [
            { type: 'text', text: 'A picture.' },
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: png(2, 2).toString('base64') },
            },
          ],
        },
      ],
    },
  ],
};

describe('images in results', () => {
  it.each([
    [CLAUDE, 'invoke', '"tool_result"'],
    [NOVA, 'converse', '"toolResult"'],
    ['meta.llama4-maverick-17b-instruct-v1:0', 'converse', '"toolResult"'],
  ])('D-ENG-6 D-ENG-21 reach %s by %s', async (model, api, result) => {
    await serve(model);
    const response = await post('/compat/anthropic/v1/messages', WITH_IMAGE);
    expect(response.status, await response.text()).toBe(200);
    expect(last().operation).toBe(api);
    expect(json(last().body)).toContain(result);
    const turn = (last().body as { messages: { content: Record<string, { content: object[] }>[] }[] }).messages.at(-1)!;
    if (api === 'invoke') return;
    const inside = turn.content[0]!['toolResult']!.content.map((part) => Object.keys(part)[0]);
    const beside = turn.content
      .slice(1)
      .map((part) => Object.keys(part)[0])
      .filter((name) => name !== 'cachePoint');
    expect([inside, beside]).toEqual(
      model === NOVA ? [['text', 'image'], []] : [['text'], ['image']],
    );
  });
});

describe('a form of the reply', () => {
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false };
  const ask = (strict: boolean, stream: boolean) =>
    post('/compat/openai/v1/chat/completions', {
      stream,
      messages: [{ role: 'user', content: 'A number' }],
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict } },
    });

  it.each([false, true])('D-ENG-23 becomes a forced tool whose call is the text, streamed %s', async (stream) => {
    await serve(NOVA, {}, { capabilities: { json_schema: true, json_object: true } });
    double.reply(({ body }) => {
      expect(body).toMatchObject({ toolConfig: { toolChoice: { tool: { name: 'reply' } } } });
      return { text: 'Here you are.', calls: [{ name: 'reply', input: { a: 1 } }] };
    });
    const response = await ask(false, stream);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(text).toContain(String.raw`{\"a\":1}`);
    expect(text).not.toMatch(/Here you are|tool_calls"/);
  });

  it('D-ENG-23 becomes outputConfig where it is strict and the model keeps schemas', async () => {
    await serve(CLAUDE, {}, { capabilities: { json_schema: true, json_object: true } });
    double.reply(() => ({ text: '{"a":1}' }));
    expect((await ask(true, false)).status).toBe(200);
    const { outputConfig, toolConfig } = last().body as { outputConfig: object; toolConfig?: object };
    expect(toolConfig).toBeUndefined();
    expect(outputConfig).toEqual({
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'n', schema: json(schema) } },
      },
    });
  });

  it('D-ENG-23 stands in the prompt where a model is made to keep none', async () => {
    await serve('meta.llama4-maverick-17b-instruct-v1:0', {}, { capabilities: { json_schema: true, json_object: true } });
    double.reply(() => ({ text: '{"a":1}' }));
    expect((await ask(false, false)).status).toBe(200);
    expect(json((last().body as { system: object }).system)).toContain('JSON Schema');
  });
});

const CITED = {
  type: 'document',
  title: 'My_title.pdf',
  source: {
    type: 'base64',
    media_type: 'text/plain',
    data: Buffer.from('The sky is blue.').toString('base64'),
  },
  citations: { enabled: true },
};

describe('documents', () => {
  const document = (title: string, text: string) => ({
    type: 'document',
    title,
    source: { type: 'text', media_type: 'text/plain', data: text },
  });

  it('D-ENG-20 have names that Converse takes, each once', async () => {
    await serve(NOVA, {}, { capabilities: { documents: true } });
    const long = 'x'.repeat(250);
    const response = await post('/compat/anthropic/v1/messages', {
      max_tokens: 100,
      messages: [
        {
          role: 'user',
          content: [
            document('Übersicht_2026.pdf', 'one'),
            document('Übersicht 2026 pdf', 'two'),
            document('***', 'three'),
            document(long, 'four'),
            document('[a]  (b)-c', 'five'),
            document('sixth', 'six'),
          ],
        },
      ],
    });
    expect(response.status, await response.text()).toBe(200);
    const { content } = (last().body as { messages: { content: { document?: { name: string } }[] }[] }).messages[0]!;
    expect(content.flatMap(({ document: sent }) => (sent ? [sent.name] : []))).toEqual([
      'Ubersicht 2026 pdf',
      'Ubersicht 2026 pdf (2)',
      'Document',
      long.slice(0, 200),
      '[a] (b)-c',
    ]);
    expect(json(content)).toContain('six');
  });

  it('D-ENG-6 D-ENG-20 go by InvokeModel with citations, under the title of the caller', async () => {
    await serve(CLAUDE, {}, { capabilities: { documents: true, citations: true } });
    const response = await post('/v1/messages', {
      max_tokens: 100,
      messages: [
        {
          role: 'user',
          content: [CITED, { type: 'text', text: 'Why?' }],
        },
      ],
    });
    expect(response.status, await response.text()).toBe(200);
    expect(last().operation).toBe('invoke');
    expect(json(last().body)).toContain('My_title.pdf');
  });
});

describe('cache points', () => {
  const marked = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral', ttl: '1h' } });
  const body = {
    max_tokens: 100,
    system: [marked('s1'), marked('s2')],
    tools: [{ name: 'look', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: [marked('u1')] },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: [marked('u2')] },
    ],
  };
  const pointsIn = (value: unknown): unknown[] =>
    (value as Record<string, unknown>[]).map((part) => part['cachePoint'] ?? Object.keys(part)[0]);

  it.each([
    ['auto', CLAUDE, ['toolSpec'], { type: 'default', ttl: '1h' }],
    ['caller', NOVA, ['toolSpec'], { type: 'default' }],
    ['off', CLAUDE, ['toolSpec'], undefined],
    ['auto', 'meta.llama4-maverick-17b-instruct-v1:0', ['toolSpec'], undefined],
  ])('D-ENG-35 D-ENG-36 with %s reach %s behind their blocks, the last four', async (caching, model, tools, point) => {
    await serve(model, { prompt_caching: caching });
    const response = await post('/compat/anthropic/v1/messages', body);
    expect(response.status, await response.text()).toBe(200);
    const sent = last().body as {
      system: object[];
      toolConfig: { tools: object[] };
      messages: { content: object[] }[];
    };
    expect(pointsIn(sent.toolConfig.tools)).toEqual(tools);
    const after = point ? [point] : [];
    expect(pointsIn(sent.system).slice(-2 - 2 * after.length)).toEqual(['text', ...after, 'text', ...after]);
    expect(pointsIn(sent.messages[2]!.content)).toEqual(['text', ...after]);
  });

  it('D-ENG-36 of our own stand on the last tool, the last instruction and two user turns', async () => {
    await serve(CLAUDE);
    const long = 'word '.repeat(2000);
    const messages = [
      { role: 'user', content: long },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
    ];
    expect((await post('/v1/chat/completions', { messages, tools: [TOOL] })).status).toBe(200);
    const sent = last().body as { system: object[]; toolConfig: { tools: object[] }; messages: { content: object[] }[] };
    const point = { type: 'default' };
    expect([
      pointsIn(sent.toolConfig.tools),
      pointsIn(sent.system).at(-1),
      ...sent.messages.map(({ content }) => pointsIn(content).at(-1)),
    ]).toEqual([['toolSpec', point], point, point, 'text', point]);
  });
});

it('D-ENG-19 sends a tool name of 100 characters under another, and shows the caller its own', async () => {
  await serve(NOVA);
  const name = `a.${'long_'.repeat(19)}`;
  double.reply(({ body }) => {
    const { tools } = body['toolConfig'] as { tools: { toolSpec: { name: string } }[] };
    return { calls: [{ name: tools[0]!.toolSpec.name, input: {} }] };
  });
  const response = await post('/compat/anthropic/v1/messages', {
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Go' }],
    tools: [{ name: name.replace('.', '_'), input_schema: { type: 'object' } }],
  });
  expect(response.status, await response.clone().text()).toBe(200);
  expect(json(await response.json())).toContain(name.replace('.', '_'));
  expect(refusals()).toEqual([]);
});

it('D-ENG-5 sends the ARN of an inference profile percent-encoded', async () => {
  const arn = 'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
  await serve(arn);
  expect((await post('/v1/chat/completions', { stream: false, messages: [{ role: 'user', content: 'Hi' }] })).status).toBe(200);
  expect(last().path).toBe(`/model/${encodeURIComponent(arn)}/converse`);
});
