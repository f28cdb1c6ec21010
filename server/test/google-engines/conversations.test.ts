import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, startGoogleDouble, type GoogleDouble, type RunningService } from '#test-kit';
import {
  API_FORMATS,
  askStreamed,
  askWhole,
  requireReply,
  type ApiFormat,
} from '../api-formats/api-formats.ts';
import { comparable, type ReceivedReply } from '../api-formats/conversation.ts';
import { GOOGLE_ENGINES, serveGoogle, type Fields } from './serve-google.ts';

const ROUNDS = 10;
const RESULTS = { weather: 'sun', clock: 'noon' };
const CALLS = [
  { name: 'weather', args: { city: 'Ulm' } },
  { name: 'clock', args: {} },
  { name: 'weather', args: { city: 'Oslo' } },
];
const FORMATS = Object.entries(API_FORMATS);

describe.each(Object.entries(GOOGLE_ENGINES))('on an engine of type %s', (_type, engine) => {
  let double: GoogleDouble;
  let service: RunningService;
  beforeAll(async () => {
    double = await startGoogleDouble();
    double.reply((round) =>
      round < ROUNDS
        ? { thought: `Thought ${round} is long.`, text: `Round ${round} says "ü".`, calls: CALLS }
        : { text: 'Done.' },
    );
    service = await serveGoogle(engine(double));
  });
  afterAll(async () => {
    await service.stop();
    await double.close();
  });

  /** Asks in both ways, which must be the same, and goes on with one of them. */
  async function playRound(format: ApiFormat, asked: Fields, round: number): Promise<Fields> {
    const ways = [
      requireReply(await askStreamed(service, format, asked)),
      await askWhole(service, format, asked),
    ] as const;
    expect(comparable(ways[0])).toEqual(comparable(ways[1]));
    const received: ReceivedReply = ways[round % 2]!;
    expect(received.text).toBe(`Round ${round} says "ü".`);
    expect(received.calls.map(({ name, input }) => ({ name, args: input }))).toEqual(CALLS);
    expect(received.stop).toBe('tool_call');
    if (format.carries.reasoning) expect(received.reasoning).toBe(`Thought ${round} is long.`);
    return format.reply(asked, received, RESULTS);
  }

  it.each(FORMATS)(
    'D-ENG-15 D-ENG-16 D-ENG-17 D-ENG-21 D-ENG-25 calls tools in parallel for ten rounds through %s, its signatures returned',
    async (_name, format) => {
      const before = double.seen.length;
      let asked: Fields = format.ask({
        text: 'Weather and time?',
        system: 'Be brief.',
        tools: ['weather', 'clock'],
        reasoning: true,
      });
      for (let round = 0; round < ROUNDS; round++) asked = await playRound(format, asked, round);
      expect((await askWhole(service, format, asked)).text).toBe('Done.');
      const seen = double.seen.slice(before);
      expect(seen.map(({ refusal }) => refusal)).toEqual(seen.map(() => undefined));
      expect(seen.filter(({ text }) => text.includes('skip_thought_signature'))).toEqual([]);
      const results = seen
        .at(-1)!
        .body.contents.map(({ parts }) => parts.filter(({ functionResponse }) => functionResponse).length);
      expect(results.filter((count) => count > 0)).toEqual(Array.from({ length: ROUNDS }, () => 3));
    },
  );

  it.each(FORMATS)('D-ENG-25 shows nothing of the vendor through %s', async (_name, format) => {
    const asked = format.ask({ text: 'Weather?', tools: ['weather'], reasoning: true });
    for (const stream of [true, false]) {
      const response = await service.post(format.path, MAIN_KEY, { ...asked, stream }, format.headers);
      const text = await response.text();
      expect(response.status).toBe(200);
      const shown = text + JSON.stringify([...response.headers]);
      expect(shown).not.toMatch(/VendorMarker|gemini|google|thoughtSignature|usageMetadata/i);
    }
  });

  it('D-ENG-21 sends an image in a result inside it', async () => {
    const format = API_FORMATS['messages']!;
    const asked = format.ask({ text: 'Look', tools: ['weather', 'clock'] });
    const received = await askWhole(service, format, asked);
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const source = { type: 'base64', media_type: 'image/png', data: png };
    const content = received.calls.map(({ id }, i) => ({
      type: 'tool_result',
      tool_call_id: id,
      content: [{ type: 'text', text: 'seen' }, ...(i === 0 ? [{ type: 'image', source }] : [])],
    }));
    const messages = [...(asked['messages'] as object[]), received.reply, { role: 'user', content }];
    await askWhole(service, format, { ...asked, messages });
    const parts = double.seen.at(-1)!.body.contents.at(-1)!.parts;
    expect(parts.map(({ functionResponse }) => functionResponse?.parts?.length ?? 0)).toEqual([1, 0, 0]);
  });

  it('D-ENG-35 ignores markers of the cache', async () => {
    const before = double.seen.length;
    const marker = { cache_control: { type: 'ephemeral' } };
    const response = await service.post('/compat/anthropic/v1/messages', MAIN_KEY, {
      model: 'Svc Standard',
      max_tokens: 100,
      system: [{ type: 'text', text: 'Be brief.', ...marker }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', ...marker }] }],
    });
    expect(response.status, await response.text()).toBe(200);
    expect(double.seen.slice(before).map(({ text }) => text.includes('cache_control'))).toEqual([false]);
  });

  it('D-ENG-23 sends a schema as it was, and shows what was written', async () => {
    double.reply(() => ({ text: '{"a":"b"}' }));
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    for (const stream of [true, false]) {
      const response = await service.post('/v1/messages', MAIN_KEY, {
        ...API_FORMATS['messages']!.ask({ text: 'Hi' }),
        response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
        stream,
      });
      expect(await response.text()).toContain('b\\"}');
      expect(double.seen.at(-1)!.body.generationConfig).toMatchObject({
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
      });
    }
  });

  it('D-ENG-19 sends names that it takes, and shows callers their own', async () => {
    const name = '9lives tool'.replace(' ', '-');
    double.reply(() => ({ text: 'x' }));
    const body = {
      model: 'Svc Standard',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: { name, parameters: { type: 'object' } } }],
      stream: false,
      max_tokens: 100,
    };
    await service.post('/v1/chat/completions', MAIN_KEY, body);
    const [tools] = double.seen.at(-1)!.body.tools!;
    const sent = tools!.functionDeclarations[0]!.name;
    expect(sent).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    double.reply(() => ({ calls: [{ name: sent }] }));
    const answer = await service.post('/v1/chat/completions', MAIN_KEY, body);
    expect(await answer.text()).toContain(`"name":"${name}"`);
  });
});
