import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningService } from '#test-kit';
import { serveEngine } from './api-formats/serve-engine.ts';
import { markersOf, MARKER, prose, TOOLS, type Fields } from './engine-doubles/claude-code-parts.ts';
import { startAnthropicDouble, type AnthropicDouble } from './engine-doubles/anthropic-double.ts';

const HOUR = { type: 'ephemeral', ttl: '1h' };

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

const lastMarkers = (): string[] => markersOf(double.seen.at(-1)!.body);

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
