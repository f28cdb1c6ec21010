import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningService } from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, toldBy, type ApiFormat } from './api-formats/api-formats.ts';
import { serveEngine } from './api-formats/serve-engine.ts';
import { readAnthropicStream } from './compat/read-anthropic-stream.ts';
import { startAnthropicDouble, type AnthropicDouble } from './engine-doubles/anthropic-double.ts';

const ROUNDS = 20;
/** Of the input of all rounds, what was read from the cache. */
const MIN_CACHED_SHARE = 0.9;

type Fields = Record<string, unknown>;
const MARKER = { type: 'ephemeral' };
const HOUR = { type: 'ephemeral', ttl: '1h' };

const prose = (name: string, words: number): string =>
  Array.from({ length: words }, (_, i) => `${name}${(i * 7919) % 997}`).join(' ');

const TOOLS = [
  'Bash',
  'Read',
  'Edit',
  'Write',
  'Glob',
  'Grep',
  'Task',
  'TodoWrite',
  'WebFetch',
  'NotebookEdit',
].map((name) => ({
  name,
  description: prose(name, 150),
  input_schema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    additionalProperties: false,
    properties: { command: { description: prose('c', 20), type: 'string' }, timeout: { type: 'number' } },
    required: ['command'],
    type: 'object',
  },
}));

let double: AnthropicDouble;
let service: RunningService;
const serve = async (engine: object = {}): Promise<void> => {
  service = await serveEngine({ type: 'anthropic', base_url: double.baseUrl, api_key: 'k', ...engine });
};
beforeEach(async () => {
  double = await startAnthropicDouble();
});
afterEach(async () => {
  await service.stop();
  await double.close();
});

/** Two calls in each round, with a thought before. */
function work(round: number): { calls: { name: string; input: object }[]; thoughts: string[]; text: string } {
  const call = (n: number) => ({ name: 'Bash', input: { command: `ls ${round} ${n}` } });
  return { calls: [call(1), call(2)], thoughts: [prose(`t${round}`, 30)], text: `Round ${round}.` };
}

function cachedShare(): number {
  const used = double.seen.map(({ usage, refusal }) => {
    expect(refusal).toBeUndefined();
    return usage!;
  });
  const read = used.reduce((sum, usage) => sum + usage.cache_read_input_tokens, 0);
  const all = used.reduce(
    (sum, usage) =>
      sum + usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens,
    0,
  );
  return read / all;
}

/** The places of markers in a request, as `tools[9]`. */
function markersOf(body: Fields): string[] {
  const places: string[] = [];
  for (const [i, tool] of ((body['tools'] ?? []) as Fields[]).entries())
    if (tool['cache_control']) places.push(`tools[${i}]`);
  for (const [i, block] of ((body['system'] ?? []) as Fields[]).entries())
    if (block['cache_control']) places.push(`system[${i}]`);
  for (const [i, { content }] of (body['messages'] as { content: Fields[] }[]).entries())
    for (const [j, block] of content.entries())
      if (block['cache_control']) places.push(`messages[${i}][${j}]`);
  return places;
}

const lastMarkers = (): string[] => markersOf(double.seen.at(-1)!.body);

/** The body of Claude Code, whose markers move to the end in each round. */
function claudeCodeBody(history: readonly Fields[], round: number): Fields {
  const last = history.at(-1)!;
  const content = last['content'] as Fields[];
  const marked = { ...last, content: content.with(-1, { ...content.at(-1), cache_control: MARKER }) };
  return {
    model: 'Svc Standard',
    max_tokens: 8000,
    stream: true,
    thinking: { type: 'adaptive' },
    metadata: { user_id: JSON.stringify({ session_id: 'd7b6', device: 'x'.repeat(64) }) },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    system: [
      { type: 'text', text: `x-anthropic-billing-header: cc_version=2.1; cch=${round}${Math.random()};` },
      { type: 'text', text: 'You are Claude Code.', cache_control: MARKER },
      { type: 'text', text: prose('system', 1500), cache_control: MARKER },
    ],
    tools: TOOLS,
    messages: [...history.slice(0, -1), marked],
  };
}

/** Plays a whole session; the reply goes back as it came. */
async function playClaudeCode(): Promise<void> {
  let history: Fields[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: `<system-reminder>${prose('r', 100)}</system-reminder>` },
        { type: 'text', text: 'Fix the bug.' },
      ],
    },
  ];
  for (let round = 0; round < ROUNDS; round++) {
    const response = await service.post(
      '/compat/anthropic/v1/messages?beta=true',
      MAIN_KEY,
      claudeCodeBody(history, round),
    );
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const { message } = readAnthropicStream(text) as unknown as { message: { content: Fields[] } };
    const results = message.content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: prose(`out${round}`, 60) }));
    history = [
      ...history,
      { role: 'assistant', content: message.content },
      { role: 'user', content: results.length > 0 ? results : [{ type: 'text', text: 'Go on.' }] },
    ];
  }
}

/** A session through any door without markers of its caller. */
async function play(format: ApiFormat, rounds: number): Promise<void> {
  let asked = format.ask({
    text: prose('question', 700),
    system: prose('system', 900),
    tools: ['weather', 'clock'],
    reasoning: true,
  });
  for (let round = 0; round < rounds; round++) {
    const told =
      round % 2 === 0
        ? await askWhole(service, format, asked)
        : toldBy(await askStreamed(service, format, asked));
    asked = format.answer(asked, told, { weather: prose(`w${round}`, 40), clock: prose(`c${round}`, 40) });
  }
}

const CALLS = [
  { name: 'weather', input: { city: 'Ulm' } },
  { name: 'clock', input: {} },
];

describe('a session of twenty rounds', () => {
  it('D-ENG-35 of Claude Code is read from the cache by its own markers', async () => {
    await serve();
    double.answer(work);
    await playClaudeCode();
    expect(double.seen).toHaveLength(ROUNDS);
    expect(cachedShare()).toBeGreaterThan(MIN_CACHED_SHARE);
  });

  it.each(Object.entries(API_FORMATS))(
    'D-ENG-36 through %s is read from the cache by markers of the service',
    async (_name, format) => {
      await serve();
      double.answer((round) => ({
        calls: CALLS,
        thoughts: [prose(`t${round}`, 20)],
        text: `Round ${round}.`,
      }));
      await play(format, ROUNDS);
      expect(double.seen).toHaveLength(ROUNDS);
      expect(cachedShare()).toBeGreaterThan(MIN_CACHED_SHARE);
      const { messages } = double.seen.at(-1)!.body as { messages: object[] };
      const [before, last] = [messages.length - 3, messages.length - 1];
      expect(lastMarkers()).toEqual([
        'tools[1]',
        'system[1]',
        `messages[${before}][1]`,
        `messages[${last}][1]`,
      ]);
    },
  );
});

it('D-ENG-36 is recorded for operators, with what it saved', async () => {
  const routes = [{ engine: 'main', model: 'm', cost: { input: 4, cached_input: 0.4, output: 20 } }];
  const caching = { type: 'anthropic', base_url: double.baseUrl, api_key: 'k' };
  service = await serveEngine(caching, { routes });
  double.answer((round) => ({ calls: CALLS, text: `Round ${round}.` }));
  await play(API_FORMATS['messages']!, 3);
  const used = double.seen.map(({ usage }) => usage!);
  const sumOf = (name: keyof (typeof used)[number]): number =>
    used.reduce((sum, usage) => sum + usage[name], 0);
  const rows = await service.drainAndRead((db) =>
    db
      .selectFrom('request_records')
      .select(['cached_input_tokens', 'cache_write_tokens', 'cache_saved_nanos'])
      .execute(),
  );
  const total = (name: keyof (typeof rows)[number]): number =>
    rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
  const [read, written] = [sumOf('cache_read_input_tokens'), sumOf('cache_creation_input_tokens')];
  expect([read > 0, written > 0]).toEqual([true, true]);
  expect([total('cached_input_tokens'), total('cache_write_tokens')]).toEqual([read, written]);
  expect(total('cache_saved_nanos')).toBe(read * 3600 - written * 1000);
});

describe('markers', () => {
  const ask = async (fields: Fields): Promise<void> => {
    const body = { model: 'Svc Standard', max_tokens: 100, ...fields };
    const response = await service.post('/compat/anthropic/v1/messages', MAIN_KEY, body);
    expect(response.status, await response.text()).toBe(200);
  };
  const text = (value: string, marker?: object): Fields => ({
    type: 'text',
    text: value,
    ...(marker ? { cache_control: marker } : {}),
  });
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAA' },
  };
  /** A marker on each kind of part, as callers set them, with its place in the request of the engine. */
  const PLACES: readonly (readonly [string, Fields, string, object])[] = [
    ['a tool', { tools: [{ ...TOOLS[0], cache_control: HOUR }, TOOLS[1]] }, 'tools[0]', HOUR],
    ['an instruction', { system: [text('One.', HOUR), text('Two.')] }, 'system[1]', HOUR],
    [
      'a text',
      { messages: [{ role: 'user', content: [text('a', MARKER), text('b')] }] },
      'messages[0][0]',
      MARKER,
    ],
    [
      'an image',
      { messages: [{ role: 'user', content: [{ ...image, cache_control: MARKER }, text('b')] }] },
      'messages[0][0]',
      MARKER,
    ],
    [
      'a call',
      {
        messages: [
          { role: 'user', content: 'q' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: {}, cache_control: HOUR }],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'r' }] },
        ],
      },
      'messages[1][0]',
      HOUR,
    ],
    [
      'a result',
      {
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: {} }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: 'r', cache_control: MARKER },
              text('b'),
            ],
          },
        ],
      },
      'messages[2][0]',
      MARKER,
    ],
    [
      'a part of a result',
      {
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: {} }] },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'a', content: [text('r', MARKER)] }],
          },
        ],
      },
      'messages[2][0]',
      MARKER,
    ],
    [
      'the body itself',
      { cache_control: HOUR, messages: [{ role: 'user', content: 'q' }] },
      'messages[0][0]',
      HOUR,
    ],
  ];
  const MINIMAL = { messages: [{ role: 'user', content: 'q' }] };

  it.each(PLACES)(
    'D-ENG-35 COMPA-03 of %s reach the engine as they are',
    async (_name, fields, place, marker) => {
      await serve();
      await ask({ ...MINIMAL, ...fields });
      expect(lastMarkers()).toEqual([place]);
      expect(double.seen.at(-1)!.text).toContain(`"cache_control":${JSON.stringify(marker)}`);
    },
  );

  it('D-ENG-35 are four at most, the last ones', async () => {
    await serve();
    await ask({
      tools: [{ ...TOOLS[0], cache_control: MARKER }],
      system: [text('One.', MARKER), text('Two.', HOUR)],
      messages: [{ role: 'user', content: [text('a', MARKER), text('b', MARKER), text('c', MARKER)] }],
    });
    expect(lastMarkers()).toEqual(['system[2]', 'messages[0][0]', 'messages[0][1]', 'messages[0][2]']);
  });

  it('D-ENG-36 D-ENG-35 follow prompt_caching and the length of the prompt', async () => {
    const long = { messages: [{ role: 'user', content: prose('w', 1200) }] };
    const marked = { messages: [{ role: 'user', content: [text(prose('w', 1200), MARKER)] }] };
    const kinds: [string | undefined, Fields, string[]][] = [
      [undefined, MINIMAL, []],
      [undefined, { messages: [{ role: 'user', content: 'word '.repeat(900) }] }, []],
      [
        undefined,
        { messages: [{ role: 'user', content: 'word '.repeat(1100) }] },
        ['system[0]', 'messages[0][0]'],
      ],
      ['auto', long, ['system[0]', 'messages[0][0]']],
      ['auto', { ...long, tools: TOOLS }, ['tools[9]', 'system[0]', 'messages[0][0]']],
      ['auto', marked, ['messages[0][0]']],
      ['caller', long, []],
      ['caller', marked, ['messages[0][0]']],
      ['off', long, []],
      ['off', marked, []],
    ];
    for (const [caching, fields, expected] of kinds) {
      await serve(caching === undefined ? {} : { prompt_caching: caching });
      await ask(fields);
      expect([caching, lastMarkers()]).toEqual([caching, expected]);
      await service.stop();
    }
    await serve();
  });
});
