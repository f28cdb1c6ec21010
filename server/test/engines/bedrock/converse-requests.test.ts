import { describe, expect, it } from 'vitest';
import { png } from '#test-kit';
import { BedrockBench, CLAUDE, LLAMA, NOVA } from './bedrock-bench.ts';

const bench = new BedrockBench();
const json = (value: unknown): string => JSON.stringify(value);
const TOOL = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } };
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
    [LLAMA, 'converse', '"toolResult"'],
  ])('D-ENG-6 D-ENG-21 reach %s by %s', async (model, api, result) => {
    await bench.serve(model);
    const response = await bench.post('/compat/anthropic/v1/messages', WITH_IMAGE);
    expect(response.status, await response.text()).toBe(200);
    expect(bench.last.operation).toBe(api);
    expect(json(bench.last.body)).toContain(result);
    const turn = (
      bench.last.body as { messages: { content: Record<string, { content: object[] }>[] }[] }
    ).messages.at(-1)!;
    if (api === 'invoke') return;
    const inside = turn.content[0]!['toolResult']!.content.map((part) => Object.keys(part)[0]);
    const beside = turn.content
      .slice(1)
      .map((part) => Object.keys(part)[0])
      .filter((name) => name !== 'cachePoint');
    expect([inside, beside]).toEqual(model === NOVA ? [['text', 'image'], []] : [['text'], ['image']]);
  });
});

it.each([CLAUDE, NOVA, LLAMA])(
  'D-ENG-21 gives %s the results of a turn together, in the order of its calls',
  async (model) => {
    await bench.serve(model);
    const call = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } });
    const response = await bench.post('/v1/chat/completions', {
      stream: false,
      tools: [TOOL],
      messages: [
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: null, tool_calls: [call('a'), call('b'), call('c')] },
        { role: 'tool', tool_call_id: 'c', content: 'three' },
        { role: 'tool', tool_call_id: 'a', content: 'one' },
        { role: 'tool', tool_call_id: 'b', content: 'two' },
        { role: 'user', content: 'And?' },
      ],
    });
    expect(response.status, await response.text()).toBe(200);
    const { content } = (bench.last.body as { messages: { content: object[] }[] }).messages.at(-1)!;
    expect(json(content)).toMatch(/one.*two.*three.*And\?/);
  },
);

describe('a form of the reply', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  };
  const ask = (strict: boolean, stream: boolean) =>
    bench.post('/compat/openai/v1/chat/completions', {
      stream,
      messages: [{ role: 'user', content: 'A number' }],
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict } },
    });

  it.each([false, true])(
    'D-ENG-23 becomes a forced tool whose call is the text, streamed %s',
    async (stream) => {
      await bench.serve(NOVA, {}, { capabilities: { json_schema: true, json_object: true } });
      bench.double.reply(({ body }) => {
        expect(body).toMatchObject({ toolConfig: { toolChoice: { tool: { name: 'reply' } } } });
        return { text: 'Here you are.', calls: [{ name: 'reply', input: { a: 1 } }] };
      });
      const response = await ask(false, stream);
      const text = await response.text();
      expect(response.status, text).toBe(200);
      expect(text).toContain(String.raw`{\"a\":1}`);
      expect(text).not.toMatch(/Here you are|tool_calls"/);
    },
  );

  it('D-ENG-23 becomes outputConfig where it is strict and the model keeps schemas', async () => {
    await bench.serve(CLAUDE, {}, { capabilities: { json_schema: true, json_object: true } });
    bench.double.reply(() => ({ text: '{"a":1}' }));
    expect((await ask(true, false)).status).toBe(200);
    const { outputConfig, toolConfig } = bench.last.body as { outputConfig: object; toolConfig?: object };
    expect(toolConfig).toBeUndefined();
    expect(outputConfig).toEqual({
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'n', schema: json(schema) } },
      },
    });
  });

  it('D-ENG-23 stands in the prompt where a model is made to keep none', async () => {
    await bench.serve(LLAMA, {}, { capabilities: { json_schema: true, json_object: true } });
    bench.double.reply(() => ({ text: '{"a":1}' }));
    expect((await ask(false, false)).status).toBe(200);
    expect(json((bench.last.body as { system: object }).system)).toContain('JSON Schema');
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
    await bench.serve(NOVA, {}, { capabilities: { documents: true } });
    const long = 'x'.repeat(250);
    const response = await bench.post('/compat/anthropic/v1/messages', {
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
    const { content } = (bench.last.body as { messages: { content: { document?: { name: string } }[] }[] })
      .messages[0]!;
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
    await bench.serve(CLAUDE, {}, { capabilities: { documents: true, citations: true } });
    const response = await bench.post('/v1/messages', {
      max_tokens: 100,
      messages: [
        {
          role: 'user',
          content: [CITED, { type: 'text', text: 'Why?' }],
        },
      ],
    });
    expect(response.status, await response.text()).toBe(200);
    expect(bench.last.operation).toBe('invoke');
    expect(json(bench.last.body)).toContain('My_title.pdf');
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
    ['auto', LLAMA, ['toolSpec'], undefined],
  ])(
    'D-ENG-35 D-ENG-36 with %s reach %s behind their blocks, the last four',
    async (caching, model, tools, point) => {
      await bench.serve(model, { prompt_caching: caching });
      const response = await bench.post('/compat/anthropic/v1/messages', body);
      expect(response.status, await response.text()).toBe(200);
      const sent = bench.last.body as {
        system: object[];
        toolConfig: { tools: object[] };
        messages: { content: object[] }[];
      };
      expect(pointsIn(sent.toolConfig.tools)).toEqual(tools);
      const after = point ? [point] : [];
      expect(pointsIn(sent.system).slice(-2 - 2 * after.length)).toEqual([
        'text',
        ...after,
        'text',
        ...after,
      ]);
      expect(pointsIn(sent.messages[2]!.content)).toEqual(['text', ...after]);
    },
  );

  it('D-ENG-36 of our own stand on the last tool, the last instruction and two user turns', async () => {
    await bench.serve(CLAUDE);
    const long = 'word '.repeat(2000);
    const messages = [
      { role: 'user', content: long },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
    ];
    expect((await bench.post('/v1/chat/completions', { messages, tools: [TOOL] })).status).toBe(200);
    const sent = bench.last.body as {
      system: object[];
      toolConfig: { tools: object[] };
      messages: { content: object[] }[];
    };
    const point = { type: 'default' };
    expect([
      pointsIn(sent.toolConfig.tools),
      pointsIn(sent.system).at(-1),
      ...sent.messages.map(({ content }) => pointsIn(content).at(-1)),
    ]).toEqual([['toolSpec', point], point, point, 'text', point]);
  });
});
