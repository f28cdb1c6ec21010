import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningService } from '#test-kit';
import {
  API_FORMATS,
  askStreamed,
  askWhole,
  requireReply,
  type ApiFormat,
} from './api-formats/api-formats.ts';
import { serveEngine } from './api-formats/serve-engine.ts';
import { readAnthropicStream } from './compat/read-anthropic-stream.ts';
import { markersOf, MARKER, prose, TOOLS, type Fields } from './engine-doubles/claude-code-parts.ts';
import { startAnthropicDouble, type AnthropicDouble } from './engine-doubles/anthropic-double.ts';

const ROUNDS = 20;
/** Of the input of all rounds, what was read from the cache. */
const MIN_CACHED_SHARE = 0.9;

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

const lastMarkers = (): string[] => markersOf(double.seen.at(-1)!.body);

/** The body of Claude Code, whose markers move to the end in each round. */
function claudeCodeBody(history: readonly Fields[], round: number): Fields {
  const last = history.at(-1)!;
  const content = last['content'] as Fields[];
  const marked = {
    ...last,
    content: [...content.slice(0, -1), { ...content.at(-1), cache_control: MARKER }],
  };
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
  const history: Fields[] = [
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
    history.push(
      { role: 'assistant', content: message.content },
      { role: 'user', content: results.length > 0 ? results : [{ type: 'text', text: 'Go on.' }] },
    );
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
    const received =
      round % 2 === 0
        ? await askWhole(service, format, asked)
        : requireReply(await askStreamed(service, format, asked));
    asked = format.reply(asked, received, { weather: prose(`w${round}`, 40), clock: prose(`c${round}`, 40) });
  }
}

const CALLS = [
  { name: 'weather', input: { city: 'Ulm' } },
  { name: 'clock', input: {} },
];

describe('a session of twenty rounds', () => {
  it('D-ENG-35 of Claude Code is read from the cache by its own markers', async () => {
    await serve();
    double.reply(work);
    await playClaudeCode();
    expect(double.seen).toHaveLength(ROUNDS);
    expect(cachedShare()).toBeGreaterThan(MIN_CACHED_SHARE);
  });

  it.each(Object.entries(API_FORMATS))(
    'D-ENG-36 through %s is read from the cache by markers of the service',
    async (_name, format) => {
      await serve();
      double.reply((round) => ({
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
  double.reply((round) => ({ calls: CALLS, text: `Round ${round}.` }));
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
    rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
  const [read, written] = [sumOf('cache_read_input_tokens'), sumOf('cache_creation_input_tokens')];
  expect([read > 0, written > 0]).toEqual([true, true]);
  expect([total('cached_input_tokens'), total('cache_write_tokens')]).toEqual([read, written]);
  expect(total('cache_saved_nanos')).toBe(read * 3600 - written * 1000);
});
