import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { comparable, type Said } from './api-formats/conversation.ts';
import { COUNTED, ENGINE_KINDS } from './api-formats/engine-kinds.ts';
import {
  askWhole,
  API_FORMATS,
  askStreamed,
  requireReply,
  type ApiFormat,
} from './api-formats/api-formats.ts';
import { serveEngine } from './api-formats/serve-engine.ts';
import { RESPONSES } from './compat/responses-fixture.ts';

/** Model output that tries to change the meaning of the stream. */
const HOSTILE: Readonly<Record<string, string>> = {
  'an end of its own': 'a\n\ndata: [DONE]\n\nb',
  'an event of its own': 'a\r\n\r\nevent: message_stop\r\ndata: {"type":"message_stop"}\r\n\r\nb',
  'an error of its own': 'a\n\nevent: error\ndata: {"error":{"code":"x"}}\n\nb',
  'single carriage returns': 'a\r\rdata: [DONE]\r\rb',
  'other line ends': 'a\u2028data: x\u2029b\u0085c\u000bd\fe',
  'fields of the format': 'a\n:\nid: 1\nretry: 1\n: comment\nb',
  NUL: 'a\u0000b\u001b[2Jc',
  'half a character': 'a\ud800b\udc00c',
  'a byte order mark': '\ufeffa\ufeffb',
  'ends of chunks': 'a\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nb',
  'a closing script': '</script><!--b',
  'names of inherited members': '__proto__',
  'one of escapes': `k${'"\\\n'.repeat(60)}b`,
};

/**
 * Every event is whole and on its own lines, with nothing in between, and only the last one ends the stream.
 */
function expectFramed(text: string, format: string): void {
  const events = text.split('\n\n');
  expect(events.pop(), 'behind the last event').toBe('');
  for (const [index, event] of events.entries()) {
    const lines = event.split('\n');
    const data = lines.pop()!.replace(/^data: /, '');
    if (format.endsWith('/messages') || format === RESPONSES)
      expect(lines).toEqual([`event: ${(JSON.parse(data) as { type: string }).type}`]);
    else expect(lines).toEqual([]);
    expect(event.includes('\r')).toBe(false);
    if (data !== '[DONE]') expect(JSON.parse(data)).toBeTypeOf('object');
    else expect([index, format.endsWith('/chat/completions')]).toEqual([events.length - 1, true]);
  }
}

async function streamText(service: RunningService, format: ApiFormat): Promise<string> {
  const body = { ...format.ask({ text: 'q', tools: ['weather'], reasoning: true }), stream: true };
  return (await service.post(format.path, MAIN_KEY, body, format.headers)).text();
}

describe.each(Object.entries(ENGINE_KINDS))('on an engine of type %s', (kindName, kind) => {
  let upstream: ScriptedUpstream;
  let service: RunningService;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    service = await serveEngine(kind.engine(upstream.baseUrl));
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });

  describe.each(Object.entries(API_FORMATS))('through %s', (_formatName, format) => {
    const asked = format.ask({ text: 'q', tools: ['weather'], reasoning: true });

    it.each(Object.entries(HOSTILE))(
      'MSG-58 CHAT-60 %s in text, reasoning and arguments stays in its event',
      async (_name, hostile) => {
        const input = JSON.parse(
          JSON.stringify({ value: hostile }).replace('"value"', () => JSON.stringify(hostile)),
        ) as object;
        const said: Said = {
          reasoning: hostile,
          text: hostile,
          calls: [{ name: 'weather', input: { city: input, list: [hostile] } }],
        };
        const events = kind.events(said);
        upstream.script(rawReply([...events]));
        expectFramed(await streamText(service, format), format.path);
        upstream.script(rawReply([...events]));
        const streamed = requireReply(await askStreamed(service, format, asked));
        upstream.script(kind.whole(said));
        for (const response of [streamed, await askWhole(service, format, asked)])
          expect(comparable(response)).toEqual({
            text: said.text,
            calls: said.calls,
            stop: 'tool_call',
            inputTokens: COUNTED.input,
            outputTokens: COUNTED.output,
          });
      },
    );

    it.runIf(kindName === 'openai')(
      'arguments that are not JSON, in pieces of one UTF-16 unit, and ids of the engine stay in their event',
      async () => {
        const hostile = HOSTILE['an end of its own']! + HOSTILE['half a character']!;
        const call = (fields: object): string => sse(chunk({ tool_calls: [{ index: 0, ...fields }] }));
        const chunks = hostile.split('').map((unit) => call({ function: { arguments: unit } }));
        const begin = call({ id: hostile, type: 'function', function: { name: 'weather', arguments: '' } });
        upstream.script(rawReply([begin, ...chunks, sse(chunk({}, 'tool_calls')), sse('[DONE]')]));
        const text = await streamText(service, format);
        expect(text).toContain('data: ');
        expectFramed(text, format.path);
      },
    );

    it.runIf(kindName === 'openai')('a name of an unknown tool stays in its event', async () => {
      const fields = {
        index: 0,
        id: 'up_1',
        type: 'function',
        function: { name: HOSTILE['an event of its own'], arguments: '{}' },
      };
      upstream.script(
        rawReply([sse(chunk({ tool_calls: [fields] })), sse(chunk({}, 'tool_calls')), sse('[DONE]')]),
      );
      const text = await streamText(service, format);
      expect(text).not.toBe('');
      if (text.startsWith('{')) expect(JSON.parse(text)).toHaveProperty('error');
      else expectFramed(text, format.path);
    });
  });
});
